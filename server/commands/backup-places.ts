import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openArchive, toFile, type WriteTo } from '../platform/backup/archive.ts'
import { type BackupFile, openBackup } from '../platform/backup/backup-file.ts'
import { type BucketFile, openInBucket, toBucket, told } from '../platform/backup/bucket-file.ts'
import { type Config, ConfigError } from '../platform/config.ts'
import type { Migration } from '../platform/database/migration-files.ts'
import { makeDirectory } from '../platform/directories.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import { openBucket, type S3Bucket } from '../platform/files/s3-bucket.ts'
import { newest } from './backups.rules.ts'

/** Where one backup is, or is to be. */
export interface Spot {
  /** How people write it. */
  address: string
  write: WriteTo
  size(): Promise<number>
}

/** Where backups are kept under names: a directory, or a part of a bucket. */
export interface Place {
  at(name: string, force: boolean): Spot
  names(): Promise<string[]>
  delete(name: string): Promise<void>
}

/** @param given a directory, which is made, or `s3://BUCKET/PREFIX` */
export async function openPlace(config: Config, given: string): Promise<Place> {
  if (isBucket(given)) return placeIn(config, given)
  const directory = resolve(given)
  await makeDirectory(directory, 0o700)
  return {
    at: (name, force) => onDisk(join(directory, name), force),
    names: () => readdir(directory),
    delete: (name) => rm(join(directory, name)),
  }
}

/** @param given a path, or `s3://BUCKET/NAME` */
export const spotAt = (config: Config, given: string, force: boolean): Spot =>
  isBucket(given) ? inBucket(fileIn(config, given), force) : onDisk(resolve(given), force)

const onDisk = (path: string, force: boolean): Spot => ({
  address: path,
  write: toFile(path, force),
  size: async () => (await stat(path)).size,
})

const inBucket = (file: BucketFile, force: boolean): Spot => ({
  address: file.url,
  write: toBucket(file, force),
  size: async () => (await told(file.url, file.bucket.size(file.name))) ?? 0,
})

/** @param given a path, or `s3://BUCKET/NAME` */
export const backupAddress = (given: string): string => (isBucket(given) ? given : resolve(given))

/** Opens a backup at an address. */
export async function openBackupAt(
  config: Config,
  address: string,
  known: Migration[],
): Promise<BackupFile> {
  const archive = isBucket(address)
    ? await openInBucket(fileIn(config, address))
    : await openArchive(address)
  return openBackup(address, archive, known)
}

/** The address of the newest backup at a place; the place itself if that is a backup. */
export async function newestAt(config: Config, given: string): Promise<string> {
  if (isBucket(given)) {
    if (given.endsWith('.backup')) return given
    const place = placeIn(config, given)
    return newestOf((name) => place.at(name, false).address, await place.names(), given)
  }
  const path = resolve(given)
  const found = await stat(path).catch(() => {
    throw new ExpectedError(`There is no file and no directory ${path}.`)
  })
  if (!found.isDirectory()) return path
  return newestOf((name) => join(path, name), await readdir(path), path)
}

function newestOf(address: (name: string) => string, names: string[], place: string): string {
  const name = newest(names)
  if (name === undefined) throw new ExpectedError(`There is no backup in ${place}.`)
  return address(name)
}

const SCHEME = 's3://'
const isBucket = (given: string): boolean => given.startsWith(SCHEME)

/** How our names begin: a bucket may have a million other objects. */
const OURS = 'sourcebook-'

function placeIn(config: Config, given: string): Place {
  const { bucket, path, url } = openUrl(config, given)
  const prefix = path === '' ? '' : `${path}/`
  const fileOf = (name: string): BucketFile => ({
    bucket,
    name: `${prefix}${name}`,
    url: `${url}/${name}`,
  })
  return {
    at: (name, force) => inBucket(fileOf(name), force),
    names: async () => {
      const names = await told(url, bucket.names(`${prefix}${OURS}`))
      return names.map((name) => name.slice(prefix.length))
    },
    delete: (name) => told(url, bucket.delete(fileOf(name).name)),
  }
}

function fileIn(config: Config, given: string): BucketFile {
  const { bucket, path, url } = openUrl(config, given)
  if (path === '') throw new ExpectedError(`${given} must name a backup, as in s3://BUCKET/NAME.`)
  return { bucket, name: path, url }
}

/** Parts of 32 MiB, of which S3 takes 10,000: a backup can have 312 GiB. A slow line may need minutes for one. */
const LIMITS = { partBytes: 32 * 1024 * 1024, timeoutMs: 600_000, attempts: 3 }

/** What `s3://BUCKET/PATH` names, with the settings of the store of files. Its bucket may be another one. */
function openUrl(config: Config, given: string): { bucket: S3Bucket; path: string; url: string } {
  const { s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey } = config
  const [, name, rest = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(given) ?? []
  const path = rest.replace(/\/$/, '')
  if (name === undefined || /(^|\/)(\.{0,2})(\/|$)/.test(path || 'x')) {
    throw new ExpectedError(
      `${given} must look like s3://BUCKET/PREFIX, such as s3://desk/backups.`,
    )
  }
  if (s3Endpoint === null) {
    throw new ConfigError(
      'S3_ENDPOINT',
      `is unset, and ${given} is in a bucket: set it, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. Files stay in DATA_DIR unless you set S3_BUCKET.`,
    )
  }
  const bucket = openBucket(
    {
      endpoint: s3Endpoint,
      bucket: name,
      region: s3Region,
      accessKeyId: s3AccessKeyId!,
      secretAccessKey: s3SecretAccessKey!,
    },
    LIMITS,
  )
  return { bucket, path, url: `${SCHEME}${name}${path === '' ? '' : `/${path}`}` }
}
