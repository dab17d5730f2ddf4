"""What `eventsourcing` calls otherwise, or has elsewhere, in its next major version: taken from both places."""

try:
    from eventsourcing.application import Application
    from eventsourcing.persistence import PersistenceError, Subscription
    from eventsourcing.projection import ApplicationSubscription
except ImportError:  # from 10 on
    from eventsourcing.application import (  # type: ignore[no-redef,attr-defined]
        AggregatesApplication as Application,
    )
    from eventsourcing.application import (  # type: ignore[no-redef,attr-defined]
        AggregatesApplicationSubscription as ApplicationSubscription,
    )
    from eventsourcing.errors import (  # type: ignore[no-redef,import-not-found]
        PersistenceError,
    )
    from eventsourcing.persistence import (  # type: ignore[no-redef,attr-defined]
        ApplicationRecorderSubscription as Subscription,
    )

__all__ = ["Application", "ApplicationSubscription", "PersistenceError", "Subscription"]
