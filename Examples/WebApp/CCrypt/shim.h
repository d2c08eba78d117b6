#ifndef SUPERAPP_CCRYPT_SHIM_H
#define SUPERAPP_CCRYPT_SHIM_H
#include <crypt.h>
#endif
