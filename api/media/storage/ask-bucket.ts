import type { Config } from '../../config.ts'
import { bucketError } from './bucket-errors.ts'

export type Bucket = Pick<Config, 's3Bucket' | 's3Endpoint' | 's3Region' | 's3AccessKeyId' | 's3SecretAccessKey'>

const TRIES_AGAIN = 3
const ANSWER_LIMIT_MS = 30_000
const SEEN_FOR_MS = 10_000

export type AskBucket = {
  /** `place` is the path of an object within the bucket, or a query about it. */
  (place: string, init: RequestInit, limitMs?: number): Promise<Response>
  /** The error of a failed response. Reads the rest of its body. */
  errorOf: (method: string, response: Response) => Promise<Error>
  /**
   * Throws if the bucket is missing or may not be read. S3 answers 404 for a missing bucket and a missing object alike.
   */
  check: () => Promise<void>
}

/** Signs requests to a bucket. The bucket is in the path, because not every service has a host for each bucket. */
export async function askBucket(place: Bucket): Promise<AskBucket> {
  const { AwsClient } = await import('aws4fetch')
  const { s3Endpoint, s3Bucket, s3Region, s3AccessKeyId, s3SecretAccessKey } = place
  const client = new AwsClient({
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
    region: s3Region,
    service: 's3',
    retries: TRIES_AGAIN,
  })
  let seenAt = Number.NEGATIVE_INFINITY

  const send = async (path: string, init: RequestInit, limitMs = ANSWER_LIMIT_MS): Promise<Response> => {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(new Error(`no answer within ${limitMs / 1000} s`)), limitMs)
    try {
      // Only the time until the response is limited: a film takes longer to read.
      const response = await client.fetch(`${s3Endpoint}/${s3Bucket}${path}`, { ...init, signal: waiting.signal })
      if (response.ok) seenAt = performance.now()
      return response
    } catch (error) {
      throw bucketError.noAnswer(place, error as Error)
    } finally {
      clearTimeout(timer)
    }
  }
  const errorOf = async (method: string, response: Response) =>
    bucketError.answered(place, { method, status: response.status, body: await response.text().catch(() => '') })

  return Object.assign(send, {
    errorOf,
    async check() {
      // In an import, many objects may be missing at once. A recent answer shows that the bucket is still there.
      if (performance.now() - seenAt < SEEN_FOR_MS) return
      const response = await send('?max-keys=1', {})
      if (!response.ok) throw await errorOf('list', response)
      await response.body?.cancel()
    },
  })
}
