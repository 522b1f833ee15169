import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { wantTexts } from '../i18n/texts.ts'
import { knownSettings } from '../settings/settings.ts'
import { lazyPart, useLazy } from '../ui/lazy.ts'
import { FileIcon } from './file-icon.tsx'
import type { SharedLesson } from './share-sheet.tsx'

const shareSheet = lazyPart(async () => {
  const [{ ShareSheet }] = await Promise.all([import('./share-sheet.tsx'), wantTexts('files')])
  return ShareSheet
})

type Props = { lessons: readonly SharedLesson[]; first: string }

/** A button that opens the sheet; its code is loaded then. */
export function ShareButton(props: Props) {
  const t = useTranslations('course')
  const [isOpen, setIsOpen] = useState(false)
  if (knownSettings().offlineOff) return null
  return (
    <>
      <button className="btn quiet" type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <FileIcon name="share" />
        {t('share')}
      </button>
      {isOpen && (
        <Suspense>
          <Sheet {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Sheet(props: Props & { onClose(): void }) {
  const ShareSheet = useLazy(shareSheet)
  return <ShareSheet {...props} />
}
