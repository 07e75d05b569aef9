/* Everything of the acl runtime interface that is declared here. */
#ifndef PYACLNN_ACL_ACL_H
#define PYACLNN_ACL_ACL_H

#include "acl/acl_base.h"
#include "acl/acl_rt.h"

#endif
