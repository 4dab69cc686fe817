"""S3, EventBridge and SQS on this machine."""
