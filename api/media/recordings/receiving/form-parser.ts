import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { RECORDING_LIMIT_BYTES } from '../../../../contract/media.ts'

/** The file, with boundaries, headers and small fields around it. */
export const FORM_LIMIT_BYTES = RECORDING_LIMIT_BYTES + 16 * 1024
const LIMITS = { files: 1, fileSize: RECORDING_LIMIT_BYTES, fields: 5, fieldSize: 200, parts: 6, headerSize: 2048 }

/** `preservePath` keeps the whole file name, so that a name with a path is rejected, not shortened. */
export function parserFor({ headers }: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits: LIMITS, preservePath: true })
  } catch {
    throw new ApiError('bad-request')
  }
}
