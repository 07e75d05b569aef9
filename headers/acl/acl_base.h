/* Types, enums and error codes that the whole acl interface shares. */
#ifndef PYACLNN_ACL_ACL_BASE_H
#define PYACLNN_ACL_ACL_BASE_H

#include "acl/acl_base_rt.h"
#include "acl/error_codes/rt_error_codes.h"

#endif
