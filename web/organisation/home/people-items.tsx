import { useTranslations } from 'use-intl'
import { isolated } from '../../i18n/isolated.ts'
import { useAgo } from '../../inbox/list/use-since.ts'
import { ActLink } from '../frame/org-link.tsx'
import { useMentorLabel } from '../mentor-labels.ts'
import { HomeLine, type ItemOf } from './home-line.tsx'

const WAITING = '/org/people?filter=waiting'

/** Only this item loads the mentors: authors do not see it, and may not load them. */
export function WaitingItem({ item: { count, days, oldestAt, mentorId, mentor } }: ItemOf<'waiting'>) {
  const t = useTranslations('org.home')
  const ago = useAgo()
  const label = useMentorLabel()
  const about = [
    t('oldest', { ago: ago(oldestAt) }),
    mentor ? t('waitingWith', { mentor: isolated(label(mentorId, mentor)) }) : undefined,
  ]
  return (
    <HomeLine
      icon="clock"
      tone="ask"
      title={t('waiting', { count, days })}
      about={about}
      act={<ActLink to={WAITING}>{t('waitingAct')}</ActLink>}
    />
  )
}

/** If it is one mentor, the act leads to their page, where a stand-in is chosen. */
export function NobodyStandsInItem({ item: { count, mentors } }: ItemOf<'nobody-stands-in'>) {
  const t = useTranslations('org.home')
  const label = useMentorLabel()
  const names = mentors.map(({ id, name }) => isolated(label(id, name))).join(t('listSeparator'))
  const uid = mentors.length === 1 ? mentors[0]?.uid : undefined
  return (
    <HomeLine
      icon="person"
      tone="ask"
      title={t('nobodyStandsIn', { count })}
      about={[t('nobodyStandsInAbout', { names })]}
      act={<ActLink to={uid ? `/org/people/${uid}` : '/org/people?filter=mentors'}>{t('nobodyStandsInAct')}</ActLink>}
    />
  )
}

export function UnheardItem({ item }: ItemOf<'unheard'>) {
  const t = useTranslations('org.home')
  const ago = useAgo()
  return (
    <HomeLine
      icon="play"
      tone="ask"
      title={t('unheard', item)}
      about={[t('oldest', { ago: ago(item.oldestAt) })]}
      act={<ActLink to={WAITING}>{t('unheardAct')}</ActLink>}
    />
  )
}

export function NoMentorItem({ item }: ItemOf<'no-mentor'>) {
  const t = useTranslations('org.home')
  return (
    <HomeLine
      icon="person"
      tone="ask"
      title={t('no-mentor', item)}
      act={<ActLink to="/org/people?mentor=none">{t('noMentorAct')}</ActLink>}
    />
  )
}

export function MentorsFullItem() {
  const t = useTranslations('org.home')
  return (
    <HomeLine
      icon="person"
      tone="ask"
      title={t('mentorsFull')}
      about={[t('mentorsFullAbout')]}
      act={
        <>
          <ActLink to="/org/reports/mentors">{t('mentorsFullAct')}</ActLink>
          <ActLink to="/org/team?invite=mentor">{t('mentorsFullInvite')}</ActLink>
        </>
      }
    />
  )
}

export function UnsentTextsItem({ item }: ItemOf<'unsent-texts'>) {
  const t = useTranslations('org.home')
  return (
    <HomeLine
      icon="mail"
      tone="ask"
      title={t('unsentTexts', item)}
      about={[t('unsentTextsAbout')]}
      act={<ActLink to="/org/reports/silent">{t('unsentTextsAct')}</ActLink>}
    />
  )
}
