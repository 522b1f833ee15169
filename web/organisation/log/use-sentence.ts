import { useTranslations } from 'use-intl'
import type { AuditLine } from '../../../contract/organisation/audit-log.ts'
import { type TeamRole, teamRoles } from '../../../contract/team-roles.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { nameInText } from '../../messages/person-name.tsx'

/** A line of the log in words. */
export function useSentence(): (line: AuditLine) => string {
  const t = useTranslations('auditLog')
  const team = useTranslations('team')
  const { language } = useLanguage()

  const nameOf = (person: AuditLine['actor']) => {
    if (!person) return t('operator')
    if (person.isErased) return t('erased')
    return person.name ? nameInText(person.name, language) : t('nameless')
  }
  const rolesOf = (text: unknown) => {
    const roles = teamRoles.filter((role: TeamRole) => String(text).split(' ').includes(role))
    return roles.length > 0 ? roles.map(role => team(`role.${role}`)).join(team('and')) : t('noRole')
  }
  return ({ action, side, actor, subject, details }) => {
    const values = {
      actor: side === 'server' ? t('server') : nameOf(actor),
      // A mentor who was named by the operator may not have signed in yet.
      subject: subject || details.mentor === undefined ? nameOf(subject) : t('mentor', { id: Number(details.mentor) }),
      roles: rolesOf(details.to ?? details.role),
      call: String(details.call ?? ''),
      count: Number(details.count ?? 0),
      isOn: String(details.isOn),
      kind: String(details.kind),
      setting: String(details.setting),
    }
    return t(`actions.${action}`, values)
  }
}
