"""Webhooks: chats hear whom games wait for, the operator of calls; none keeps another waiting."""
