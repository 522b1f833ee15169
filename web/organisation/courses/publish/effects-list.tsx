import { useTranslations } from 'use-intl'
import type { Effects } from '../../../../contract/organisation/course-versions.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { Icon } from '../../../ui/icon.tsx'

type Props = {
  effects: Effects
  /** Whether nobody has seen the course yet. */
  isNew: boolean
}

/** The changes that learners notice, each kind with the number of people. */
export function EffectsList({ effects: { people, nothing, kinds, details }, isNew }: Props) {
  const t = useTranslations('editor.publish')
  if (isNew || people === 0) return <p>{t(isNew ? 'new' : 'nobody')}</p>
  return (
    <>
      <p>{t('people', { count: people })}</p>
      <ul className="effects">
        {nothing > 0 && (
          <li>
            <Icon name="check" />
            <span>
              <b>{t('kind.nothing', { count: nothing })}</b>
              <span className="meta">{t('about.nothing')}</span>
            </span>
          </li>
        )}
        {kinds.map(({ kind, people }) => (
          <li key={kind} className={kind === 'hidden' || kind === 'again' ? 'warn' : undefined}>
            <Icon name={kind === 'hidden' || kind === 'again' ? 'warning' : 'info'} />
            <span>
              <b>{t(`kind.${kind}`, { count: people })}</b>
              <span className="meta">
                {t(`about.${kind}`)}{' '}
                {details
                  .filter(one => one.kind === kind)
                  .map(({ lessonTitle, pageNumber }) =>
                    pageNumber === null
                      ? t('inLesson', { lesson: isolated(lessonTitle) })
                      : t('onPage', { lesson: isolated(lessonTitle), page: pageNumber }),
                  )
                  .join(t('sep'))}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
