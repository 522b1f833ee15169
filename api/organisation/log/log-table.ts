import { createTranslator } from 'use-intl/core'
import type { Language } from '../../../contract/languages.ts'
import type { AuditLine } from '../../../contract/organisation/log/audit-log.ts'
import { valuesOf } from '../../../contract/organisation/log/audit-sentence.ts'
import type { InvitedRole } from '../../../contract/team-roles.ts'
import { nameInFile } from '../../team/namesakes.ts'
import { readTexts } from '../../texts/read-texts.ts'
import type { FileCell, FileTable } from '../reports/files/file-table.ts'
import { mapInTurns } from '../reports/files/in-turns.ts'

const texts = readTexts('auditLog', 'team')

/** A table of log lines, with the sentences of the screen. The lines come in parts. */
export async function logTable(
  parts: AsyncIterable<readonly AuditLine[]> | Iterable<readonly AuditLine[]>,
  language: Language,
  timeZone: string,
): Promise<FileTable> {
  const t = createTranslator({ locale: language, messages: texts[language], namespace: 'auditLog' })
  const team = createTranslator({ locale: language, messages: texts[language], namespace: 'team' })
  const words = {
    operator: t('operator'),
    server: t('server'),
    erased: t('erased'),
    nameless: t('nameless'),
    noRole: t('noRole'),
    and: team('and'),
    role: (role: InvitedRole) => team(`role.${role}`),
    mentor: (id: number) => t('mentor', { id }),
    title: (title: string) => title,
    name: nameInFile,
  }
  const rowOf = (line: AuditLine): FileCell[] => {
    const values = valuesOf(line, words)
    const subject = line.subject ? values.subject : ''
    return [{ at: line.at }, values.actor, t(`actions.${line.action}`, values), subject, t(`side.${line.side}`)]
  }
  const rows: FileCell[][] = [[t('file.at'), t('file.actor'), t('file.act'), t('file.subject'), t('file.side')]]
  for await (const lines of parts) rows.push(...(await mapInTurns(lines, rowOf)))
  return { title: t('title'), language, timeZone, rows }
}
