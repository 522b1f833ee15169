import { useFormatter, useTranslations } from 'use-intl'
import type { ListedPerson } from '../../../../contract/organisation/people.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { useAgo, useSince } from '../../../inbox/list/use-since.ts'
import { nameInText, PersonName } from '../../../messages/person-name.tsx'
import { Avatar } from '../../avatar.tsx'
import { OrgLink } from '../../frame/org-link.tsx'
import { useMentorLabel } from '../../mentor-labels.ts'
import { type ChosenLearners, isNotMentor } from './chosen-learners.tsx'
import { SortHead, type Sorting } from './people-sort.tsx'

type Props = Sorting & { rows: readonly ListedPerson[]; chosen: ChosenLearners }

/** A table. On a phone, CSS shows each row as a card. */
export function PeopleTable({ rows, list, chosen, onSort }: Props) {
  const t = useTranslations('people')
  return (
    <table className="table lean">
      <caption className="visually-hidden">{t('title')}</caption>
      <thead>
        <tr>
          <SortHead by="name" list={list} onSort={onSort} />
          <th scope="col">{t('mentor')}</th>
          <th scope="col">{t('progress')}</th>
          <SortHead by="active" list={list} onSort={onSort} />
          <th scope="col">
            <span className="visually-hidden">{t('note')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(person => (
          <PersonRow key={person.uid} person={person} chosen={chosen} />
        ))}
      </tbody>
    </table>
  )
}

function PersonRow({ person, chosen }: { person: ListedPerson; chosen: ChosenLearners }) {
  const t = useTranslations('people')
  const { language } = useLanguage()
  const ago = useAgo()
  const label = useMentorLabel()
  const name = person.name ?? person.phoneNumber ?? person.email ?? t('nameless')
  const contact = person.name === null ? null : (person.phoneNumber ?? person.email)
  return (
    <tr>
      <th scope="row">
        <span className="who">
          {chosen.isOn && isNotMentor(person) ? (
            <label className="pick">
              <span className="visually-hidden">{t('chooseOne', { name: nameInText(name, language) })}</span>
              <input type="checkbox" checked={chosen.mentors.has(person.uid)} onChange={() => chosen.toggle(person)} />
            </label>
          ) : (
            <Avatar name={person.name} />
          )}
          <span>
            <OrgLink to={`/org/people/${person.uid}`}>
              <b>
                <PersonName name={name} />
              </b>
            </OrgLink>
            {contact && (
              <small>
                <PersonName name={contact} />
              </small>
            )}
          </span>
        </span>
      </th>
      <td>
        {person.mentor ? (
          <bdi>{label(person.mentor.id, person.mentor.name)}</bdi>
        ) : (
          t(person.mentorId === null ? 'noMentor' : 'isMentor')
        )}
      </td>
      <td>
        <Progress person={person} />
      </td>
      <td>{person.activeAt === null ? t('never') : ago(person.activeAt)}</td>
      <td className="standing">
        <Flag flag={person.flag} />
      </td>
    </tr>
  )
}

function Progress({ person: { course, completeCourses, mentorId } }: { person: ListedPerson }) {
  const t = useTranslations('people')
  const format = useFormatter()
  if (mentorId !== null && !course) return null
  if (!course) return t('notStarted')
  if (course.percent === 100) return t('complete', { count: completeCourses })
  return (
    <>
      <bdi>{course.title}</bdi>
      {t('comma')}
      <bdi>{format.number(course.percent / 100, { style: 'percent' })}</bdi>
    </>
  )
}

function Flag({ flag }: { flag: ListedPerson['flag'] }) {
  const t = useTranslations('people')
  const since = useSince()
  if (!flag) return null
  const isUrgent = flag.kind === 'waiting'
  const isBad = flag.kind === 'blocked' || flag.kind === 'erasing'
  return (
    <span className={`tag${isUrgent ? ' ask' : ''}${isBad ? ' bad' : ''}${flag.kind === 'new' ? ' good' : ''}`}>
      {isUrgent && flag.since !== null
        ? t('waits', { since: since(flag.since) })
        : t(`flags.${flag.kind as Exclude<typeof flag.kind, 'waiting'>}`)}
    </span>
  )
}
