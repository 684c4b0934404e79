// The registrations that a package's generated entry point gives the host.
#include "opdk/registrations.h"

extern "C" __attribute__((visibility("default"))) const opdk::Registrations* fixture_registrations() {
  return opdk::RegistrationList::Local().list();
}
