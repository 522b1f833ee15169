import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ApiError } from '../../../contract/calls/api-error.ts'
import type { PersonDetails } from '../../../contract/organisation/people.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useAgo, useSince } from '../../inbox/list/use-since.ts'
import { nameInText, PersonName } from '../../messages/person-name.tsx'
import { useQuery } from '../../queries/use-query.ts'
import { useLocation } from '../../router/use-location.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useUid } from '../../user/user.ts'
import { Avatar } from '../avatar.tsx'
import { AsOf } from '../frame/as-of.tsx'
import { BackLink } from '../frame/back-link.tsx'
import { NotLoaded } from '../frame/not-loaded.tsx'
import { OrgLink } from '../frame/org-link.tsx'
import { useIsLimited } from '../use-limit.ts'
import { AccountActs } from './account-acts.tsx'
import { MentorCard } from './mentor-card.tsx'
import { PersonCourses } from './person-courses.tsx'
import { PersonEvents } from './person-events.tsx'
import { personQuery } from './person-query.ts'
import './people.css'
import { useIsOwner } from '../use-is-owner.ts'

/** One person: progress, mentor and acts. It never shows what they wrote. */
export function PersonScreen() {
  const t = useTranslations('people')
  const { pathname } = useLocation()
  const uid = pathname.split('/').at(-1) ?? ''
  const person = useQuery(personQuery(uid))
  const isGone = person.error instanceof ApiError && person.error.code === 'not-found'
  const isShown = person.data !== undefined && !isGone
  return (
    // Busy until the name is loaded: the focus then goes from the hidden heading to the heading with the name.
    <main className="page people person" aria-busy={person.isPending}>
      <BackLink to="/org/people">{t('title')}</BackLink>
      {!isGone && <AsOf of={person} />}
      {person.data && isShown && <Person person={person.data} />}
      {person.isPending && (
        <h1 className="visually-hidden" tabIndex={-1}>
          {t('person')}
        </h1>
      )}
      {isGone && <Alert title={t('gone')} isHeading />}
      {!isGone && !person.data && (
        <NotLoaded
          isHeading
          error={person.error}
          label={t('loading')}
          text={t('personError')}
          onRetry={person.refetch}
        />
      )}
      {!isShown && !person.isPending && (
        <OrgLink className="btn quiet small" to="/org/people">
          {t('toPeople')}
        </OrgLink>
      )}
    </main>
  )
}

function Person({ person }: { person: PersonDetails }) {
  const t = useTranslations('people')
  const ago = useAgo()
  const format = useFormatter()
  const name = person.name ?? person.phoneNumber ?? person.email ?? t('nameless')
  const since = format.dateTime(person.createdAt, { dateStyle: 'long' })
  return (
    <>
      <header>
        <Avatar isBig name={person.name} />
        <div className="grow">
          <h1 tabIndex={-1}>
            <PersonName name={name} />
          </h1>
          <p className="lead">
            {t('hereSince', { since })}
            {t('comma')}
            {person.activeAt === null ? t('notStarted') : t('activeAgo', { ago: ago(person.activeAt) })}
          </p>
        </div>
      </header>
      <AccountNotes person={person} />
      <div className="two">
        <div className="stack loose">
          <PersonCourses courses={person.courses} />
          <PersonEvents person={person} />
        </div>
        <div className="stack loose">
          <MentorCard person={person} />
          <Account person={person} />
        </div>
      </div>
    </>
  )
}

/** Notes for an unusual state of the account. */
function AccountNotes({
  person: { blockedAt, blockReason, eraseAt, newPhone, waitingSince },
}: {
  person: PersonDetails
}) {
  const { language } = useLanguage()
  const t = useTranslations('people')
  const format = useFormatter()
  const since = useSince()
  const on = (time: number) => format.dateTime(time, { dateStyle: 'long' })
  const sentences: ReactNode[] = []
  if (eraseAt !== null) sentences.push(t('erasedOn', { on: on(eraseAt) }))
  if (blockedAt !== null) sentences.push(t('blockedOn', { on: on(blockedAt) }))
  if (blockedAt !== null && blockReason) sentences.push(<bdi key="reason">{blockReason}</bdi>)
  if (newPhone) {
    const until = format.dateTime(newPhone.until, { dateStyle: 'medium', timeStyle: 'short' })
    sentences.push(t('phoneWaits', { phone: nameInText(newPhone.phoneNumber, language), until }))
    sentences.push(t(newPhone.isTold ? 'oldTold' : 'oldNotTold'))
  }
  if (waitingSince !== null) sentences.push(t('waits', { since: since(waitingSince) }))
  if (sentences.length === 0) return null
  return (
    <div className="say">
      <Icon name="info" />
      <p>
        {sentences.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sentences have no other order.
          <span className="block" key={index}>
            {one}
          </span>
        ))}
      </p>
    </div>
  )
}

function Account({ person }: { person: PersonDetails }) {
  const t = useTranslations('people')
  const team = useTranslations('team')
  const format = useFormatter()
  const isMe = useUid() === person.uid
  const isOwner = useIsOwner()
  const isLimited = useIsLimited()
  const roles = [...person.roles, ...(person.mentorId === null ? [] : (['mentor'] as const))]
  return (
    <section className="card stack">
      <h2>{t('account')}</h2>
      <dl className="facts">
        <div>
          <dt>{t('phone')}</dt>
          <dd>{person.phoneNumber ? <PersonName name={person.phoneNumber} /> : t('none')}</dd>
        </div>
        <div>
          <dt>{t('email')}</dt>
          <dd>{person.email ? <bdi dir="ltr">{person.email}</bdi> : t('none')}</dd>
        </div>
        {person.cameBy !== null && (
          <div>
            <dt>{t('cameBy')}</dt>
            <dd>
              {person.cameBy.link === null ? (
                t('cameByList', { on: format.dateTime(person.cameBy.madeAt, { dateStyle: 'long' }) })
              ) : (
                <bdi>{person.cameBy.link}</bdi>
              )}
            </dd>
          </div>
        )}
        {!isLimited && (
          <div>
            <dt>{t('roles')}</dt>
            <dd>{roles.length > 0 ? roles.map(role => team(`role.${role}`)).join(team('and')) : t('noRoles')}</dd>
          </div>
        )}
      </dl>
      {!isMe && (isOwner || !person.roles.includes('owner')) && <AccountActs person={person} isOwner={isOwner} />}
    </section>
  )
}
