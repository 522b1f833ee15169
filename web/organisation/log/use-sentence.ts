import { useTranslations } from 'use-intl'
import type { AuditLine } from '../../../contract/organisation/log/audit-log.ts'
import { valuesOf } from '../../../contract/organisation/log/audit-sentence.ts'
import type { InvitedRole } from '../../../contract/team-roles.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { nameInSentence } from '../../inbox/list/name-with-digits.ts'

/** A line of the log in words. */
export function useSentence(): (line: AuditLine) => string {
  const t = useTranslations('auditLog')
  const team = useTranslations('team')
  const { language } = useLanguage()
  const words = {
    operator: t('operator'),
    server: t('server'),
    erased: t('erased'),
    nameless: t('nameless'),
    noRole: t('noRole'),
    and: team('and'),
    role: (role: InvitedRole) => team(`role.${role}`),
    mentor: (id: number) => t('mentor', { id }),
    title: (title: string) => isolated(title),
    name: (name: string, digits: string | undefined) => nameInSentence(name, digits, language),
  }
  return line => t(`actions.${line.action}`, valuesOf(line, words))
}
