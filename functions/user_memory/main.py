"""user-memory: what users want remembered, from one session to the next."""

from knowledge import web, wiring
from knowledge.memory import MemoryLimits, MemoryStore
from knowledge.settings import settings
from knowledge.usecases.user_memory import MemoryApi
from knowledge.web import Caller


def store(caller: Caller) -> MemoryStore:
    """The memories of the caller's tenant, over the adapters that the settings name."""
    return MemoryStore(caller.tenant_id, wiring.database(), wiring.cache(), settings().cache_prefix)


api = MemoryApi(store, lambda: MemoryLimits.of(settings()), wiring)
app = web.application(
    web.route("/tools", api.tools, method="GET", role="reader"),
    web.route("/{user}", api.read, method="GET", role="reader"),
    web.route("/{user}", api.replace, method="PUT"),
    web.route("/{user}", api.clear, method="DELETE", role="admin"),
    web.route("/{user}", api.restore, role="admin"),
    web.route("/{user}/entries", api.save),
    web.route("/{user}/entries/{entry}", api.forget, method="DELETE"),
    web.route("/{user}/summarize", api.summarize),
    web.route("/{user}/prompt", api.start, method="GET", role="reader"),
    web.route("/{user}/session", api.start, role="reader"),
    web.route("/{user}/tools", api.call),
)
http, handler = web.entry_points(app)
