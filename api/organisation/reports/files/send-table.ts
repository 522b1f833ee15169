import type { FastifyReply } from 'fastify'
import type { FileFormat } from '../../../../contract/organisation/reports/file-formats.ts'
import { HOUR } from '../../../../contract/time.ts'
import type { Db } from '../../../database/tables.ts'
import { consume } from '../../../http/limits.ts'
import { fileOfTable } from './file-of-table.ts'
import type { FileTable } from './file-table.ts'

const FILES_PER_HOUR = 10

/** Counts one file of a person. Reports, the log and the links of a list have one limit together. */
export async function consumeFile(
  db: Db,
  { uid, limitFactor }: { uid: string; limitFactor: number },
  now: number,
): Promise<void> {
  await consume(db, { name: 'report-file', of: { uid }, max: FILES_PER_HOUR * limitFactor, perMs: HOUR }, now)
}

/** Sends a table as a file to be saved. `name` has no ending. */
export async function sendTable(
  reply: FastifyReply,
  table: FileTable,
  { name, format }: { name: string; format: FileFormat },
): Promise<FastifyReply> {
  const { type, bytes } = await fileOfTable(table, format)
  return reply.type(type).header('Content-Disposition', `attachment; filename="${name}.${format}"`).send(bytes)
}
