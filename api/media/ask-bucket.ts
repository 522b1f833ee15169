export type Bucket = {
  bucket: string
  /** Without a slash at the end. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const TRIES_AGAIN = 3
const ANSWER_LIMIT_MS = 30_000

/** `place` is the path of an object within the bucket, or a query about it. */
export type Ask = (place: string, init: RequestInit, limitMs?: number) => Promise<Response>

/** Signs what is asked of a bucket, which stands in the path: not every service has a host for each. */
export async function askBucket({ endpoint, bucket, ...keys }: Bucket): Promise<Ask> {
  const { AwsClient } = await import('aws4fetch')
  const client = new AwsClient({ ...keys, service: 's3', retries: TRIES_AGAIN })
  return async (place, init, limitMs = ANSWER_LIMIT_MS) => {
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(new Error('The bucket does not answer')), limitMs)
    // Only the wait for the answer is limited: a film may be read for longer than that.
    return client
      .fetch(`${endpoint}/${bucket}${place}`, { ...init, signal: waiting.signal })
      .finally(() => clearTimeout(timer))
  }
}

export function refused(method: string, { status }: Response): Error {
  return new Error(`The bucket answered ${status} to ${method}`)
}
