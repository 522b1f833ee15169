import { createTranslator } from 'use-intl/core'
import type { Language } from '../../../contract/languages.ts'
import type { AuditLine } from '../../../contract/organisation/log/audit-log.ts'
import { valuesOf } from '../../../contract/organisation/log/audit-sentence.ts'
import type { InvitedRole } from '../../../contract/team-roles.ts'
import { csvOf } from '../../../contract/text/csv.ts'
import { readTexts } from '../../texts/read-texts.ts'
import { isoIn } from '../reports/days/days.ts'

const texts = readTexts('auditLog', 'team')

/** The lines of the log as a table, with the sentences of the screen. */
export function logFile(lines: readonly AuditLine[], language: Language, timeZone: string): string {
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
    name: (name: string) => name,
  }
  const rows = lines.map(line => {
    const values = valuesOf(line, words)
    const subject = line.subject ? values.subject : ''
    return [
      isoIn(line.at, timeZone),
      values.actor,
      t(`actions.${line.action}`, values),
      subject,
      t(`side.${line.side}`),
    ]
  })
  return csvOf([[t('file.at'), t('file.actor'), t('file.act'), t('file.subject'), t('file.side')], ...rows])
}
