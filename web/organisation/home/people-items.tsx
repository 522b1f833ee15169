import { useTranslations } from 'use-intl'
import { useAgo } from '../../inbox/list/use-since.ts'
import { isolated } from '../isolated.ts'
import { useMentorLabel } from '../mentor-labels.ts'
import { HomeAct, HomeLine, type ItemOf } from './home-line.tsx'

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
      act={<HomeAct to={WAITING}>{t('waitingAct')}</HomeAct>}
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
      act={<HomeAct to={WAITING}>{t('unheardAct')}</HomeAct>}
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
      act={<HomeAct to="/org/people?mentor=none">{t('noMentorAct')}</HomeAct>}
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
          <HomeAct to="/org/reports/mentors">{t('mentorsFullAct')}</HomeAct>
          <HomeAct to="/org/team?invite=mentor">{t('mentorsFullInvite')}</HomeAct>
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
      act={<HomeAct to="/org/reports/silent">{t('unsentTextsAct')}</HomeAct>}
    />
  )
}
