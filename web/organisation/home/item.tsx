import { useFormatter, useTranslations } from 'use-intl'
import type { HomeItem } from '../../../contract/organisation/home.ts'
import { ActLink } from '../frame/org-link.tsx'
import { DraftsReadyItem, PublishAnsweredItem, PublishRequestItem } from './course-items.tsx'
import { HomeLine, type ItemOf } from './home-line.tsx'
import {
  MentorsFullItem,
  NobodyStandsInItem,
  NoMentorItem,
  UnheardItem,
  UnsentTextsItem,
  WaitingItem,
} from './people-items.tsx'

/** One thing that waits. */
export function Item({ item }: { item: HomeItem }) {
  switch (item.kind) {
    case 'waiting':
      return <WaitingItem item={item} />
    case 'nobody-stands-in':
      return <NobodyStandsInItem item={item} />
    case 'unheard':
      return <UnheardItem item={item} />
    case 'no-mentor':
      return <NoMentorItem item={item} />
    case 'mentors-full':
      return <MentorsFullItem />
    case 'unsent-texts':
      return <UnsentTextsItem item={item} />
    case 'publish-request':
      return <PublishRequestItem item={item} />
    case 'publish-answered':
      return <PublishAnsweredItem item={item} />
    case 'drafts-ready':
      return <DraftsReadyItem item={item} />
    case 'one-owner':
      return <OneOwnerItem />
    case 'backup':
      return <BackupItem item={item} />
    default:
      return <TroubleItem item={item} />
  }
}

function OneOwnerItem() {
  const t = useTranslations('org.home')
  return (
    <HomeLine
      icon="person"
      tone="teal"
      title={t('one-owner')}
      about={[t('oneOwnerAbout')]}
      act={
        <>
          <ActLink to="/org/team">{t('oneOwnerAct')}</ActLink>
          <ActLink to="/org/team?recovery">{t('recoveryAct')}</ActLink>
        </>
      }
    />
  )
}

function BackupItem({ item: { provenAt } }: ItemOf<'backup'>) {
  const t = useTranslations('org.home')
  const format = useFormatter()
  const date = provenAt === null ? undefined : format.dateTime(provenAt, { dateStyle: 'long' })
  return (
    <HomeLine
      icon="warning"
      tone="bad"
      title={t('backup')}
      about={[date ? t('backupSince', { date }) : t('backupNever'), t('backupNightly')]}
      act={<ActLink to="/org/settings">{t('backupAct')}</ActLink>}
    />
  )
}

/** A problem of the server, or of the messages that it sends. */
function TroubleItem({ item }: ItemOf<'certificate' | 'sending' | 'room'>) {
  const t = useTranslations('org.home')
  if (item.kind === 'certificate')
    return <HomeLine icon="warning" tone="bad" title={t('certificate', item)} about={[t('certificateAct')]} />
  if (item.kind === 'room') return <HomeLine icon="warning" tone="bad" title={t('room', item)} about={[t('roomAct')]} />
  const act = <ActLink to="/org/settings">{t('sendingAct')}</ActLink>
  return <HomeLine icon="mail" tone="bad" title={t('sending', item)} act={act} />
}
