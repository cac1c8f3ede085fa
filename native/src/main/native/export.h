// Everything is hidden but what Java looks up.
#ifndef TROUPE_EXPORT_H
#define TROUPE_EXPORT_H

#define EXPORT __attribute__((visibility("default")))

#endif
