import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathWith } from '../../../../contract/calls/client.ts'
import { getCoursePicture } from '../../../../contract/organisation/course-files.ts'
import { readAsDataUrl } from '../../../editor/read-as-data-url.ts'
import { fetchWithToken } from '../../../fetch-with-token.ts'

type Props = { courseId: string; of: string; name: string; label: string }

const TYPES: Record<string, string> = { svg: 'image/svg+xml', jpg: 'image/jpeg' }

/** A picture of one version. It needs a call with a token, so it is shown as a data URL. */
export function CoursePicture({ courseId, of, name, label }: Props) {
  const t = useTranslations('courseFiles')
  const [url, setUrl] = useState<string | null>()
  useEffect(() => {
    const leaving = new AbortController()
    void loadPicture({ courseId, of, name }, leaving.signal)
      .catch(() => null)
      .then(found => leaving.signal.aborted || setUrl(found))
    return () => leaving.abort()
  }, [courseId, of, name])
  return (
    <figure>
      <figcaption>{label}</figcaption>
      {url && <img src={url} alt={t('pictureOf', { name, label })} />}
      {url === null && <p className="meta">{t('noPicture')}</p>}
    </figure>
  )
}

type Wanted = Pick<Props, 'courseId' | 'of' | 'name'>

async function loadPicture({ courseId, of, name }: Wanted, signal: AbortSignal): Promise<string> {
  const path = pathWith(getCoursePicture.path, { id: courseId })
  const file = await fetchWithToken(`${path}?${new URLSearchParams({ of, name })}`, signal)
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  return readAsDataUrl(new Blob([file], { type: TYPES[ending] ?? `image/${ending}` }))
}
