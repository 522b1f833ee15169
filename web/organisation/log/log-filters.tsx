import { useTranslations } from 'use-intl'
import { auditGroups } from '../../../contract/organisation/log/audit-actions.ts'
import type { LoggedPerson } from '../../../contract/organisation/log/audit-log.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { choiceWithDigits } from '../../inbox/list/name-with-digits.ts'
import { nameInText } from '../../messages/person-name.tsx'
import { useQuery } from '../../queries/use-query.ts'
import { DayField } from '../frame/days/day-field.tsx'
import { mentorLabels } from '../mentor-labels.ts'
import { teamQuery } from '../team/team-query.ts'
import type { LogFilter, LogFilterChange } from './filter-in-address.ts'

type Props = { filter: LogFilter; person: LoggedPerson | undefined; onChange(change: LogFilterChange): void }

/** Filters by kind, by days, and by a person: somebody of the team, or the person that the URL names. */
export function LogFilters({ filter, person, onChange }: Props) {
  const t = useTranslations('auditLog')
  const { language } = useLanguage()
  const team = useQuery(teamQuery)
  const members = (team.data?.members ?? []).map(({ uid, name, phoneNumber, email }) => ({
    id: uid,
    name: nameInText(name ?? phoneNumber ?? email ?? '', language),
    phoneNumber: phoneNumber ?? '',
  }))
  const labels = mentorLabels(members, language)
  const nameOf = ({ name, digits }: LoggedPerson) =>
    name === null ? t('nameless') : choiceWithDigits(nameInText(name, language), digits, language)
  return (
    <>
      <fieldset className="seg slide" aria-label={t('kind')}>
        <button type="button" aria-pressed={!filter.group} onClick={() => onChange({ group: undefined })}>
          {t('group.all')}
        </button>
        {auditGroups.map(group => (
          <button key={group} type="button" aria-pressed={filter.group === group} onClick={() => onChange({ group })}>
            {t(`group.${group}`)}
          </button>
        ))}
      </fieldset>
      <div className="log-filters">
        <label>
          {t('person')}
          <select
            className="input"
            value={filter.uid ?? ''}
            onChange={({ target }) => onChange({ uid: target.value || undefined })}
          >
            <option value="">{t('everybody')}</option>
            {filter.uid !== undefined && !labels.has(filter.uid) && (
              <option value={filter.uid}>{person && (person.isErased ? t('erased') : nameOf(person))}</option>
            )}
            {[...labels].map(([uid, label]) => (
              <option key={uid} value={uid}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {(['from', 'to'] as const).map(end => (
          <DayField
            key={end}
            label={t(end)}
            day={filter[end] ?? ''}
            isOptional
            onChange={day => onChange({ [end]: day || undefined })}
          />
        ))}
      </div>
    </>
  )
}
