import { readFileSync } from 'node:fs'
import { createTranslator } from 'use-intl/core'
import { type Language, languageCodes } from '../../../contract/languages.ts'
import type { AuditLine } from '../../../contract/organisation/log/audit-log.ts'
import { valuesOf } from '../../../contract/organisation/log/audit-sentence.ts'
import type { InvitedRole } from '../../../contract/team-roles.ts'
import { csvOf } from '../../../contract/text/csv.ts'
import type english from '../../../contract/texts/en.json'
import { isoIn } from '../reports/days/days.ts'

type Texts = Pick<typeof english, 'auditLog' | 'team'>

const texts = Object.fromEntries(languageCodes.map(code => [code, read(code)])) as Record<Language, Texts>

function read(language: Language): Texts {
  const file = new URL(`../../../contract/texts/${language}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}

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
