"""E-mail: messages and mailboxes, with attachments as documents of their own."""
