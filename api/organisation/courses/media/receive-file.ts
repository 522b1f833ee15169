import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import type { Language } from '../../../../contract/languages.ts'
import type { UploadedFile } from '../../../../contract/organisation/media/author-files.ts'
import { sentenceIn } from '../../../courses/checking/sentences.ts'
import { BadFileError } from '../../../courses/files/bad-file.ts'
import { digestOfFile, type Originals, saveUploadedFile } from '../../../courses/files/originals.ts'
import { limitedBody } from '../../../http/limited-body.ts'
import { allowSlowBody } from '../../../http/slow-clients/slow-bodies.ts'
import { diskSpaceOf, requireSpaceForUploads } from '../../../media/storage/disk-space.ts'

export type FileUpload = {
  config: { dataDir: string }
  originals: Originals
  mostBytes: number
  language: Language
  /** Converts the upload into the stored file. Throws `BadFileError`. */
  make(source: string, target: string): Promise<void>
}

/**
 * Stores the body of a request as an author's file, after `make` has converted it. Nothing is left of a refused file.
 */
export async function receiveFile(request: FastifyRequest, bringing: FileUpload, now: number): Promise<UploadedFile> {
  const { config, originals, mostBytes, language, make } = bringing
  const folder = join(config.dataDir, 'incoming', `file-${randomUUID()}`)
  allowSlowBody(request)
  requireSpaceForUploads(await diskSpaceOf(config.dataDir))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const [source, target] = [join(folder, 'brought'), join(folder, 'made')]
    const body = request.body as Readable | undefined
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes)
    if (!body) throw new BadFileError('is empty')
    await pipeline(
      body,
      limitedBody(mostBytes, () => tooLarge(mostBytes)),
      createWriteStream(source, { mode: 0o600 }),
    )
    await make(source, target)
    const [digest, { size: bytes }] = await Promise.all([digestOfFile(target), stat(target)])
    await saveUploadedFile(originals, target, digest, now)
    return { digest, bytes }
  } catch (error) {
    if (error instanceof BadFileError)
      throw new ApiError('courses/bad-file', { message: sentenceIn(language, error.message) })
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function tooLarge(most: number): BadFileError {
  return new BadFileError(`is larger than ${most / 1_000_000} MB`)
}
