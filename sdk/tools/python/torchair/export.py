def dynamo_export(): pass
