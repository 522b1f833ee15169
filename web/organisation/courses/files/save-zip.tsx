import { useTranslations } from 'use-intl'
import { getDraftZip, getVersionZip } from '../../../../contract/organisation/course-files.ts'
import { call } from '../../../api.ts'
import { saveAsDownloads } from '../../../lesson-files/share-file.ts'
import { useAct } from '../../../queries/use-act.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Problem } from '../../frame/problem.tsx'
import { useAllSent } from '../use-all-sent.tsx'

type Props = { courseId: string; version: number | 'draft' }

/** Downloads the folder of a course. */
export function SaveZip({ courseId, version }: Props) {
  const t = useTranslations('courseFiles')
  const act = useAct()

  const allSent = useAllSent()

  async function save() {
    if (version === 'draft' && !(await allSent.send(courseId))) return
    const zip = (await (version === 'draft'
      ? call(getDraftZip, { params: { id: courseId } })
      : call(getVersionZip, { params: { id: courseId, number: String(version) as never } }))) as Blob
    saveAsDownloads([new File([zip], `${courseId}-${version}.zip`, { type: 'application/zip' })])
  }

  return (
    <>
      <button className="btn quiet small" type="button" aria-busy={act.isBusy} onClick={() => void act.make(save)}>
        <Icon name="download" />
        {t(version === 'draft' ? 'saveDraft' : 'save')}
      </button>
      <Problem of={act} />
      {allSent.note}
    </>
  )
}
