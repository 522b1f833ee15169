import { useTranslations } from 'use-intl'
import { isolated } from '../../i18n/isolated.ts'
import { useLanguage } from '../../i18n/language-provider.tsx'
import { useAgo } from '../../inbox/list/use-since.ts'
import { nameInText } from '../../messages/person-name.tsx'
import { editorPath } from '../courses/places-in-course.ts'
import { ActLink } from '../frame/org-link.tsx'
import { HomeLine, type ItemOf } from './home-line.tsx'

export function PublishRequestItem({ item: { courseId, title, by, askedAt } }: ItemOf<'publish-request'>) {
  const t = useTranslations('org.home')
  const ago = useAgo()
  const { language } = useLanguage()
  const names = { title: isolated(title), name: nameInText(by ?? t('somebody'), language) }
  return (
    <HomeLine
      icon="check"
      tone="ask"
      title={t('publish-request', names)}
      about={[t('asked', { ago: ago(askedAt) })]}
      act={<ActLink to={`${editorPath(courseId)}?publish`}>{t('publishRequestAct')}</ActLink>}
    />
  )
}

export function PublishAnsweredItem({ item: { courseId, title, by, outcome, why } }: ItemOf<'publish-answered'>) {
  const t = useTranslations('org.home')
  const { language } = useLanguage()
  const names = { title: isolated(title), name: nameInText(by ?? t('somebody'), language) }
  const isPublished = outcome === 'published'
  return (
    <HomeLine
      icon={isPublished ? 'check' : 'warning'}
      tone={isPublished ? 'teal' : 'ask'}
      title={t(isPublished ? 'publishPublished' : 'publishReturned', names)}
      about={[why ? isolated(why) : undefined]}
      act={<ActLink to={`${editorPath(courseId)}?publish`}>{t('publishAnsweredAct')}</ActLink>}
    />
  )
}

export function DraftsReadyItem({ item: { drafts } }: ItemOf<'drafts-ready'>) {
  const t = useTranslations('org.home')
  const ago = useAgo()
  const [first, ...others] = drafts
  if (!first) return null
  const isOne = others.length === 0
  return (
    <HomeLine
      icon="check"
      tone="teal"
      title={t('draftsReady', { count: drafts.length, title: isolated(first.title) })}
      about={[
        isOne ? undefined : drafts.map(({ title }) => isolated(title)).join(t('listSeparator')),
        t('draftsReadySince', { ago: ago(first.changedAt) }),
      ]}
      act={
        <ActLink to={isOne ? `${editorPath(first.courseId)}?publish` : '/org/courses'}>
          {t(isOne ? 'publishRequestAct' : 'draftsReadyAct')}
        </ActLink>
      }
    />
  )
}
