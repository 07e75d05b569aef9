/* The older operator interface (aclop). None of it is declared; programs on aclnn include it for the base types. */
#ifndef PYACLNN_ACL_ACL_OP_H
#define PYACLNN_ACL_ACL_OP_H

#include "acl/acl_base.h"

#endif
