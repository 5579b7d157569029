-- What 0026 left to read: whether all receipts are as it says. Nobody waits for this.

ALTER TABLE receipts VALIDATE CONSTRAINT receipts_sender_check, VALIDATE CONSTRAINT receipts_outcome_check;

-- Message-IDs are forgotten after 30 days.
GRANT DELETE ON intake_messages TO sourcebook_app;
