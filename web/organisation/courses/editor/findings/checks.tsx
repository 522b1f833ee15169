import { useFormatter, useTranslations } from 'use-intl'
import type { Finding } from '../../../../../contract/organisation/checking/findings.ts'
import type { DraftLesson } from '../../../../../contract/organisation/drafts.ts'
import { titleOfDraftPage } from '../../../../../contract/pages/title-of-draft-page.ts'
import { isolated } from '../../../../i18n/isolated.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { OrgLink } from '../../../frame/org-link.tsx'
import { FindingText, keyOfFinding } from '../../finding-text.tsx'
import { editorPath } from '../../places-in-course.ts'

type Props = {
  findings: readonly Finding[]
  courseId: string
  /** The open lesson, if none of its pages is open. Each finding then says on which page it is. */
  lesson: DraftLesson | undefined
  /** Replaces a word by the suggested one. */
  onMend(finding: Finding): void
}

export function Checks({ findings, courseId, lesson, onMend }: Props) {
  const t = useTranslations('editor')
  return (
    <section className="card">
      <h2>{t('before')}</h2>
      <ul className="checks">
        {findings.map(finding => (
          <li key={keyOfFinding(finding)} className={finding.isMistake ? 'bad' : 'warn'}>
            <Icon name={finding.isMistake ? 'warning' : 'info'} />
            <span>
              <PageLink {...{ courseId, lesson }} page={finding.path?.[3]} />
              <FindingText finding={finding} />
              {finding.suggestion && finding.path && (
                <button className="btn quiet small" type="button" onClick={() => onMend(finding)}>
                  {t('mend', { word: isolated(finding.suggestedField ?? finding.suggestion) })}
                </button>
              )}
            </span>
          </li>
        ))}
        {findings.every(({ isMistake }) => !isMistake) && (
          <li className="good">
            <Icon name="check" />
            <span>{t('noMistakes')}</span>
          </li>
        )}
      </ul>
    </section>
  )
}

type LinkProps = Pick<Props, 'courseId' | 'lesson'> & { page: string | undefined }

function PageLink({ courseId, lesson, page }: LinkProps) {
  const t = useTranslations('editor')
  const format = useFormatter()
  const at = lesson?.pages.findIndex(({ key }) => key === page) ?? -1
  const found = lesson?.pages[at]
  if (!lesson || !found) return null
  return (
    <OrgLink className="in-page" to={editorPath(courseId, lesson.key, found.key)}>
      {format.number(at + 1)} <bdi>{titleOfDraftPage(found.fields) || t('untitledPage')}</bdi>
    </OrgLink>
  )
}
