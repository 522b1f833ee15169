import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { PersonDetails } from '../../../contract/organisation/people.ts'
import { MINUTE } from '../../../contract/time.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useWaitLength } from '../../inbox/list/use-since.ts'
import { OrgLink } from '../frame/org-link.tsx'
import { useSentence } from '../log/use-sentence.ts'
import { useMentorLabel } from '../mentor-labels.ts'
import { useIsOwner } from '../use-is-owner.ts'

const SHOWN_AT_ONCE = 20

/** What happened with a person, the newest first. It never shows what they wrote. */
export function PersonEvents({ person }: { person: PersonDetails }) {
  const t = useTranslations('people')
  const inWords = useWaitLength()
  const sentence = useSentence()
  const format = useFormatter()
  const label = useMentorLabel()
  const isOwner = useIsOwner()
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  // The server leaves out the name of a mentor whose people the reader may not see.
  const nameOfMentor = (id: number | null, name: string | null) =>
    isolated(name === null ? t('otherMentor') : label(id, name))
  const events = [
    { at: person.createdAt, text: t('joined') },
    ...person.answers.map(({ at, waitedMs, mentorId, mentorName }) => ({
      at,
      text:
        waitedMs < MINUTE
          ? t('answeredAtOnce', { mentor: nameOfMentor(mentorId, mentorName) })
          : t('answered', { mentor: nameOfMentor(mentorId, mentorName), after: inWords(waitedMs) }),
    })),
    ...person.courses.flatMap(({ lessons }) =>
      lessons.flatMap(({ title, completedAt }) =>
        completedAt === null ? [] : [{ at: completedAt, text: t('completedLesson', { title: isolated(title) }) }],
      ),
    ),
    ...person.handOvers.map(({ at, to, from }) => ({
      at,
      text: t('moved', {
        from: from ? nameOfMentor(from.id, from.name) : isolated(t('nobody')),
        to: nameOfMentor(to.id, to.name),
      }),
    })),
    ...person.lines
      .filter(({ action }) => action !== 'learners-moved')
      .map(line => ({ at: line.at, text: sentence(line) })),
  ].sort((one, other) => other.at - one.at)
  return (
    <section className="card">
      <h2>{t('happened')}</h2>
      <ol className="happened">
        {events.slice(0, shown).map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            {text}
            <span className="meta">{format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' })}</span>
          </li>
        ))}
      </ol>
      {shown < events.length && (
        <button className="btn second small" type="button" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t('moreEvents')}
        </button>
      )}
      {shown >= events.length && person.hasEarlier && <p className="meta">{t('earlierEvents')}</p>}
      {isOwner && (
        <OrgLink className="btn quiet small" to={`/org/log?uid=${encodeURIComponent(person.uid)}`}>
          {t('inLog')}
        </OrgLink>
      )}
    </section>
  )
}
