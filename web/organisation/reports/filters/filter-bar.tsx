import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FOR_PEOPLE } from '../../../../contract/team-roles.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { useUser } from '../../../user/user.ts'
import { DayField } from '../../frame/days/day-field.tsx'
import { invitationsQuery } from '../../invite/invite-queries.ts'
import type { FilterName } from '../filters-in-url.ts'
import { FilterChoice, type FilterProps } from './filter-choices.tsx'

type Props = FilterProps & {
  /** In the order in which they are shown. Only the first two are in sight at first. */
  names: readonly FilterName[]
}

/**
 * The filters of a report: two choices in a line, the others below. Authors see no names, so they choose neither a
 * mentor nor a link.
 */
export function FilterBar({ names: all, ...props }: Props) {
  const t = useTranslations('reports')
  const { filters } = props
  const roles = useUser().data?.user.teamRoles ?? []
  const hasNames = FOR_PEOPLE.some(role => roles.includes(role))
  const links = useQuery({ ...invitationsQuery, enabled: hasNames && all.includes('link') })
  // Without any link there is nothing to choose. A limited coordinator sees only the links of their mentors.
  const hasLinks = links.data?.length !== 0 || filters.link !== ''
  const names = all.filter(
    name => (name !== 'mentor' && name !== 'link') || (hasNames && (name !== 'link' || hasLinks)),
  )
  const [first, rest] = [names.slice(0, 2), names.slice(2)]
  const chosen = rest.filter(name => filters[name] !== '').length
  const [isOpen] = useState(chosen > 0)
  return (
    <div className="report-filters">
      <div className="field-pair">
        {first.map(name => (
          <FilterChoice key={name} {...props} name={name} />
        ))}
      </div>
      {filters.from && names.includes('days') && <OwnDays {...props} />}
      {rest.length > 0 && (
        <details open={isOpen}>
          <summary>{chosen > 0 ? t('moreChosen', { count: chosen }) : t('more')}</summary>
          <div className="field-pair">
            {rest.map(name => (
              <FilterChoice key={name} {...props} name={name} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

/** Fields for the first and the last day of a report. */
function OwnDays({ filters: { from, to }, onChange }: FilterProps) {
  const t = useTranslations('reports')
  return (
    <div className="field-pair">
      <DayField label={<small>{t('from')}</small>} day={from} most={to} onChange={day => onChange({ from: day })} />
      <DayField label={<small>{t('to')}</small>} day={to} least={from} onChange={day => onChange({ to: day })} />
    </div>
  )
}
