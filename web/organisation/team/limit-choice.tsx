import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useQuery } from '../../queries/use-query.ts'
import { NotLoaded } from '../frame/not-loaded.tsx'
import { useMentorLabels } from '../mentor-labels.ts'
import { mentorsQuery } from '../mentors-query.ts'

/** Ids of mentors. Null: no limit. Empty: no mentor is chosen yet. */
export type MentorLimit = readonly number[] | null
type Props = { limit: MentorLimit; onChange(limit: MentorLimit): void }

/** Chooses whether a coordinator sees all people, or only the people of some mentors. */
export function LimitChoice({ limit, onChange }: Props) {
  const t = useTranslations('team.limit')
  const list = useRef<HTMLFieldSetElement>(null)
  const { data, error, refetch } = useQuery(mentorsQuery)
  const mentors = data?.filter(({ id, isActive }) => isActive || limit?.includes(id)) ?? []
  const [isPressed, setIsPressed] = useState(false)
  const isToSee = isPressed && limit !== null && data !== undefined
  // On a phone the list would begin below the edge of the dialog, so it is scrolled into view.
  useEffect(() => {
    if (isToSee) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isToSee])
  const labels = useMentorLabels(mentors)
  function limitTo() {
    setIsPressed(true)
    onChange(limit ?? [])
  }
  return (
    <fieldset className="stack tight">
      <legend>{t('whose')}</legend>
      <label className="tick">
        <input type="radio" name="limit" checked={limit === null} onChange={() => onChange(null)} />
        <b>{t('everybody')}</b>
      </label>
      <label className="tick">
        <input type="radio" name="limit" checked={limit !== null} onChange={limitTo} />
        <span>
          <b>{t('some')}</b>
          <small>{t('lead')}</small>
        </span>
      </label>
      {limit !== null && (
        <fieldset className="stack tight" ref={list}>
          <legend>{t('mentors')}</legend>
          {!data && <NotLoaded error={error} label={t('mentors')} text={t('error')} onRetry={refetch} />}
          {data && mentors.length === 0 && <p className="meta">{t('noMentors')}</p>}
          {mentors.map(({ id }) => (
            <label className="tick" key={id}>
              <input
                type="checkbox"
                checked={limit.includes(id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...limit, id] : limit.filter(other => other !== id))
                }
              />
              <b>
                <bdi>{labels.get(id)}</bdi>
              </b>
            </label>
          ))}
          {mentors.length > 0 && limit.length === 0 && <p className="meta">{t('chooseOne')}</p>}
        </fieldset>
      )}
    </fieldset>
  )
}
