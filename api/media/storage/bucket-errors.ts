import type { Config } from '../../config.ts'

type Place = Pick<Config, 's3Bucket' | 's3Endpoint'>
type Answer = { method: string; status: number; body: string }

/** Errors of a bucket for an operator: each names the setting to look at. */
export const bucketError = {
  noAnswer: ({ s3Endpoint }: Place, error: Error): Error =>
    new Error(`S3_ENDPOINT: ${s3Endpoint} does not answer: ${rootReason(error)}`, { cause: error }),

  answered({ s3Bucket, s3Endpoint }: Place, { method, status, body }: Answer): Error {
    const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1]
    const answered = `The bucket answered ${status} to ${method}${code ? ` (${code})` : ''}`
    if (status === 404)
      return new Error(`S3_BUCKET: there is no bucket ${s3Bucket} at ${s3Endpoint} (S3_ENDPOINT). ${answered}`)
    const names = settingsFor(status, code)
    return new Error(names ? `${answered}. Look at ${names}` : answered)
  },
}

function settingsFor(status: number, code = ''): string {
  // Amazon returns one of these two if the bucket is in another region.
  if (status === 301 || code === 'AuthorizationHeaderMalformed') return 'S3_REGION and S3_ENDPOINT'
  if (status === 401 || status === 403)
    return 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and what they may do in S3_BUCKET'
  return ''
}

/** fetch itself only says that it failed. */
function rootReason(error: Error): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  if (inner instanceof Error) return rootReason(inner)
  return error.message || String((error as NodeJS.ErrnoException).code)
}
