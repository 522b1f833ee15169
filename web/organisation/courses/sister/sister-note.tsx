import { useTranslations } from 'use-intl'
import { markSisterSeen, type Sister } from '../../../../contract/organisation/sister/sister.ts'
import { call } from '../../../api.ts'
import { useAct } from '../../../queries/use-act.ts'
import { Icon } from '../../../ui/icon.tsx'
import { OrgLink } from '../../frame/org-link.tsx'
import { Problem } from '../../frame/problem.tsx'
import { editorPath } from '../places-in-course.ts'
import { refreshSister } from './use-sister.ts'

type Props = { courseId: string; sister: Sister | undefined; lessonId: string; pageId: string }

/** Says at a page that its twin in the other language changed since somebody looked at both. */
export function SisterNote({ courseId, sister, lessonId, pageId }: Props) {
  const t = useTranslations('editor.sister')
  const act = useLookedAt(courseId)
  const page = sister?.pages.find(one => one.lesson === lessonId && one.page === pageId)
  if (!sister || !page?.twin) return null
  const { twin } = page
  return (
    <section className="say calm">
      <Icon name="globe" />
      <div className="stack tight grow">
        <p>{t('page')}</p>
        <div className="row">
          <OrgLink className="btn second small" to={editorPath(sister.id, twin.lesson, twin.page)}>
            {t('open')}
          </OrgLink>
          <button className="btn quiet small" type="button" aria-busy={act.isBusy} onClick={() => void act.say([page])}>
            {t('fine')}
          </button>
        </div>
        <Problem of={act} />
      </div>
    </section>
  )
}

/** Tells the server that somebody has looked at the shown pages and their twins. */
export function useLookedAt(courseId: string) {
  const act = useAct()
  async function say(shown: Sister['pages']) {
    const pages = shown.flatMap(({ twin, ...page }) => (twin ? [{ ...page, twin }] : []))
    const input = { params: { id: courseId }, body: { pages } }
    const reply = await act.make(idempotencyKey => call(markSisterSeen, input, { idempotencyKey }))
    if (reply) refreshSister(courseId)
  }
  return { ...act, say }
}
