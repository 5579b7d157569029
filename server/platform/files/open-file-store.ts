import { join } from 'node:path'
import type { Config } from '../config.ts'
import { diskFiles, type FileStore } from './file-store.ts'
import { s3Files } from './s3-files.ts'

/** Opens the file store that the settings describe. */
export function openFileStore(config: Config): FileStore {
  const { dataDir, s3Endpoint, s3Bucket, s3Region, s3AccessKeyId, s3SecretAccessKey } = config
  if (s3Endpoint === null || s3Bucket === null) return diskFiles(join(dataDir, 'files'))
  return s3Files({
    endpoint: s3Endpoint,
    bucket: s3Bucket,
    region: s3Region,
    accessKeyId: s3AccessKeyId!,
    secretAccessKey: s3SecretAccessKey!,
  })
}
