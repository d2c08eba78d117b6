#ifndef SUPERAPP_CPOSTGRES_SHIM_H
#define SUPERAPP_CPOSTGRES_SHIM_H
#include <libpq-fe.h>
#endif
