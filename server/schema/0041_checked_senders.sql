-- What 0040 left to read: whether all receipts have one sender. Nobody waits for this.

ALTER TABLE receipts VALIDATE CONSTRAINT receipts_sender_check;
