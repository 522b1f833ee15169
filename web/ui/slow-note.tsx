import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { goBack } from '../router/router.ts'
import { useLocationIfAny } from '../router/use-location.ts'

const SLOW_AFTER_MS = 8000

/** Below a skeleton: shows that it is loading, and after a while that the network is slow, with a back button. */
export function SlowNote() {
  const t = useTranslations('common')
  const isSlow = useIsSlow()
  const place = useLocationIfAny()
  const { courseId, lessonId } = place?.params ?? {}
  const up = lessonId && courseId ? { to: '/courses/$courseId' as const, params: { courseId } } : { to: '/' as const }
  const isTop = place?.path === '/' && place.depth === 0
  return (
    <>
      <p className={isSlow ? 'meta' : 'visually-hidden'} role="status">
        {t(isSlow ? 'slow' : 'loading')}
      </p>
      {isSlow && !isTop && (
        <button className="btn quiet small" type="button" onClick={() => goBack(up)}>
          {t('goBack')}
        </button>
      )}
    </>
  )
}

function useIsSlow(): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}
