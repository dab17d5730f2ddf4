"""What follows a store, which the next major version of `eventsourcing` calls otherwise: under either name."""

try:
    from eventsourcing.application import Application
    from eventsourcing.persistence import Subscription
    from eventsourcing.projection import ApplicationSubscription
except ImportError:  # from 10 on
    from eventsourcing.application import (  # type: ignore[no-redef,attr-defined]
        AggregatesApplication as Application,
    )
    from eventsourcing.application import (  # type: ignore[no-redef,attr-defined]
        AggregatesApplicationSubscription as ApplicationSubscription,
    )
    from eventsourcing.persistence import (  # type: ignore[no-redef,attr-defined]
        ApplicationRecorderSubscription as Subscription,
    )

__all__ = ["Application", "ApplicationSubscription", "Subscription"]
