import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { HomeItem } from '../../../contract/organisation/home.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useAgo } from '../../inbox/list/use-since.ts'
import { nameInText } from '../../messages/person-name.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { editorPath } from '../courses/places-in-course.ts'
import { OrgLink } from '../frame/org-link.tsx'
import { useMentorLabel } from '../mentor-labels.ts'

/** One thing that waits: a sentence, details, and the act. */
export function Item({ item }: { item: HomeItem }) {
  const t = useTranslations('org.home')
  const format = useFormatter()
  const ago = useAgo()
  const { language } = useLanguage()
  const waiting = '/org/people?filter=waiting'
  switch (item.kind) {
    case 'waiting':
      return <Waiting item={item} />
    case 'unheard': {
      const about = [t('oldest', { ago: ago(item.oldestAt) })]
      return (
        <Line
          icon="play"
          tone="ask"
          title={t('unheard', item)}
          about={about}
          act={<Act to={waiting}>{t('unheardAct')}</Act>}
        />
      )
    }
    case 'no-mentor':
      return (
        <Line
          icon="person"
          tone="ask"
          title={t('no-mentor', item)}
          act={<Act to="/org/people?mentor=none">{t('noMentorAct')}</Act>}
        />
      )
    case 'mentors-full':
      return (
        <Line
          icon="person"
          tone="ask"
          title={t('mentorsFull')}
          about={[t('mentorsFullAbout')]}
          act={
            <>
              <Act to="/org/reports/mentors">{t('mentorsFullAct')}</Act>
              <Act to="/org/team?invite=mentor">{t('mentorsFullInvite')}</Act>
            </>
          }
        />
      )
    case 'unsent-texts':
      return (
        <Line
          icon="mail"
          tone="ask"
          title={t('unsentTexts', item)}
          about={[t('unsentTextsAbout')]}
          act={<Act to="/org/reports/silent">{t('unsentTextsAct')}</Act>}
        />
      )
    case 'publish-request': {
      const { courseId, title, by, askedAt } = item
      return (
        <Line
          icon="check"
          tone="ask"
          title={t('publish-request', {
            title: `\u2068${title}\u2069`,
            name: nameInText(by ?? t('somebody'), language),
          })}
          about={[t('asked', { ago: ago(askedAt) })]}
          act={<Act to={`${editorPath(courseId)}?publish`}>{t('publishRequestAct')}</Act>}
        />
      )
    }
    case 'publish-answered': {
      const { courseId, title, by, outcome, why } = item
      const names = { title: `\u2068${title}\u2069`, name: nameInText(by ?? t('somebody'), language) }
      return (
        <Line
          icon={outcome === 'published' ? 'check' : 'warning'}
          tone={outcome === 'published' ? 'teal' : 'ask'}
          title={t(outcome === 'published' ? 'publishPublished' : 'publishReturned', names)}
          about={[why ? `\u2068${why}\u2069` : undefined]}
          act={<Act to={`${editorPath(courseId)}?publish`}>{t('publishAnsweredAct')}</Act>}
        />
      )
    }
    case 'drafts-ready': {
      const { drafts } = item
      const [first, ...others] = drafts
      if (!first) return null
      const isOne = others.length === 0
      return (
        <Line
          icon="check"
          tone="teal"
          title={t('draftsReady', { count: drafts.length, title: `\u2068${first.title}\u2069` })}
          about={[
            isOne ? undefined : drafts.map(({ title }) => `\u2068${title}\u2069`).join(t('listSeparator')),
            t('draftsReadySince', { ago: ago(first.changedAt) }),
          ]}
          act={
            <Act to={isOne ? `${editorPath(first.courseId)}?publish` : '/org/courses'}>
              {t(isOne ? 'publishRequestAct' : 'draftsReadyAct')}
            </Act>
          }
        />
      )
    }
    case 'one-owner':
      return (
        <Line
          icon="person"
          tone="teal"
          title={t('one-owner')}
          about={[t('oneOwnerAbout')]}
          act={
            <>
              <Act to="/org/team">{t('oneOwnerAct')}</Act>
              <Act to="/org/team?recovery">{t('recoveryAct')}</Act>
            </>
          }
        />
      )
    case 'backup': {
      const date = item.provenAt === null ? undefined : format.dateTime(item.provenAt, { dateStyle: 'long' })
      return (
        <Line
          icon="warning"
          tone="bad"
          title={t('backup')}
          about={[date ? t('backupSince', { date }) : t('backupNever'), t('backupNightly')]}
          act={<Act to="/org/settings">{t('backupAct')}</Act>}
        />
      )
    }
    case 'certificate':
      return <Line icon="warning" tone="bad" title={t('certificate', item)} about={[t('certificateAct')]} />
    case 'sending':
      return (
        <Line icon="mail" tone="bad" title={t('sending', item)} act={<Act to="/org/settings">{t('sendingAct')}</Act>} />
      )
    case 'room':
      return <Line icon="warning" tone="bad" title={t('room', item)} about={[t('roomAct')]} />
  }
}

function Act({ to, children }: { to: string; children: string }) {
  return (
    <OrgLink className="btn second small" to={to}>
      {children}
    </OrgLink>
  )
}

type LineProps = {
  icon: IconName
  tone: 'ask' | 'bad' | 'teal'
  title: string
  about?: (string | undefined)[]
  act?: ReactNode
}

/** By itself, because authors see none and may not load the mentors. */
function Waiting({ item: { count, days, oldestAt, mentorId, mentor } }: { item: HomeItem & { kind: 'waiting' } }) {
  const t = useTranslations('org.home')
  const ago = useAgo()
  const label = useMentorLabel()
  const about = [
    t('oldest', { ago: ago(oldestAt) }),
    mentor ? t('waitingWith', { mentor: `\u2068${label(mentorId, mentor)}\u2069` }) : undefined,
  ]
  return (
    <Line
      icon="clock"
      tone="ask"
      title={t('waiting', { count, days })}
      about={about}
      act={<Act to="/org/people?filter=waiting">{t('waitingAct')}</Act>}
    />
  )
}

function Line({ icon, tone, title, about = [], act }: LineProps) {
  return (
    <li>
      <span className={`badge ${tone}`}>
        <Icon name={icon} />
      </span>
      <p className="grow">
        <b>{title}</b>
        {about
          .filter(text => text !== undefined)
          .map(text => (
            <span className="meta" key={text}>
              {text}
            </span>
          ))}
      </p>
      {act}
    </li>
  )
}
