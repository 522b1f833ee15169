import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '../../../../contract/calls/api-error.ts'
import { getDraftZip, getVersionZip } from '../../../../contract/organisation/course-files.ts'
import { call } from '../../../api.ts'
import { saveAsDownloads } from '../../../lesson-files/share-file.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Problem } from '../../frame/problem.tsx'

type Props = { courseId: string; version: number | 'draft'; className?: string }

/** Downloads the folder of a course. */
export function SaveZip({ courseId, version, className = 'btn quiet small' }: Props) {
  const t = useTranslations('courseFiles')
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<ApiError>()

  async function save() {
    if (isBusy) return
    setIsBusy(true)
    setError(undefined)
    try {
      const zip = (await (version === 'draft'
        ? call(getDraftZip, { params: { id: courseId } })
        : call(getVersionZip, { params: { id: courseId, number: String(version) as never } }))) as Blob
      saveAsDownloads([new File([zip], `${courseId}-${version}.zip`, { type: 'application/zip' })])
    } catch (failure) {
      setError(failure instanceof ApiError ? failure : new ApiError('internal'))
    }
    setIsBusy(false)
  }

  return (
    <>
      <button className={className} type="button" aria-busy={isBusy} onClick={() => void save()}>
        <Icon name="download" />
        {t(version === 'draft' ? 'saveDraft' : 'save')}
      </button>
      <Problem of={{ isBusy, error }} />
    </>
  )
}
