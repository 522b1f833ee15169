import { useEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { type PeopleCounts, type PeopleFilter, peopleFilters } from '../../../../contract/organisation/people.ts'
import { useQuery } from '../../../queries/use-query.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useMentorChoices } from '../../mentor-labels.ts'
import { mentorsQuery } from '../../mentors-query.ts'
import { useIsLimited } from '../../use-limit.ts'

const TYPING_PAUSE_MS = 300

/** Finds people while a name, a phone or an e-mail address is typed. */
export function Search({ q, label, onChange }: { q: string; label: string; onChange(q: string): void }) {
  const [text, setText] = useState(q)
  const lastSent = useRef(q)
  useEffect(() => {
    // A link of the bar leads to the list without a search, so the field must change, too.
    if (q === lastSent.current.trim()) return
    lastSent.current = q
    setText(q)
  }, [q])
  useEffect(() => {
    if (text === lastSent.current) return
    const timer = setTimeout(() => {
      lastSent.current = text
      onChange(text.trim())
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, onChange])
  return (
    <label className="people-search">
      <span className="visually-hidden">{label}</span>
      <Icon name="search" />
      <input
        className="input"
        type="search"
        maxLength={100}
        placeholder={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </label>
  )
}

export function MentorSelect({ mentor, onChange }: { mentor: string; onChange(mentor: string): void }) {
  const t = useTranslations('people')
  const mentors = useQuery(mentorsQuery)
  const labels = useMentorChoices(mentors.data)
  const isLimited = useIsLimited()
  return (
    <label>
      <span className="visually-hidden">{t('mentor')}</span>
      <select className="input" value={mentor} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('allMentors')}</option>
        {mentors.data?.map(({ id }) => (
          <option key={id} value={String(id)}>
            {labels.get(id)}
          </option>
        ))}
        {!isLimited && <option value="none">{t('noMentor')}</option>}
      </select>
    </label>
  )
}

export function Filters({
  current,
  counts,
  onChange,
}: {
  current: PeopleFilter
  counts: PeopleCounts | undefined
  onChange(filter: PeopleFilter): void
}) {
  const t = useTranslations('people')
  const format = useFormatter()
  // A limited coordinator does not see the roles of others.
  const isLimited = useIsLimited()
  const shown = peopleFilters.filter(filter => filter !== 'team' || !isLimited)
  const countOf = (filter: PeopleFilter) => counts?.[filter === 'not-started' ? 'notStarted' : filter]
  return (
    <fieldset className="seg slide">
      <legend className="visually-hidden">{t('filter')}</legend>
      {shown.map(filter => {
        const count = countOf(filter)
        return (
          <button key={filter} type="button" aria-pressed={filter === current} onClick={() => onChange(filter)}>
            {t(`filters.${filter}`)}{' '}
            {count !== undefined && count > 0 && filter !== 'all' && <bdi>{format.number(count)}</bdi>}
          </button>
        )
      })}
    </fieldset>
  )
}
