import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { knownSettings } from '../../settings/settings.ts'
import { lazy } from '../../ui/lazy.ts'
import { useLazyAfter } from '../../ui/use-lazy-after.ts'

const approveSignIn = lazy(async () => (await import('./approve-sign-in.tsx')).ApproveSignIn)

/** Opens the sheet in which a mentor, an owner or a coordinator lets a learner in, where the settings offer that. */
export function OpenApproveSignIn() {
  const t = useTranslations('approve')
  const [isOpen, setIsOpen] = useState(false)
  if (!knownSettings().otherWays?.includes('approval')) return null
  return (
    <>
      <button className="btn quiet small" type="button" onClick={() => setIsOpen(true)}>
        {t('open')}
      </button>
      {isOpen && <Sheet onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Loaded at the press: mentors seldom need it. */
function Sheet({ onClose }: { onClose(): void }) {
  const ApproveSignIn = useLazyAfter(approveSignIn, 0)
  return ApproveSignIn ? <ApproveSignIn onClose={onClose} /> : <span className="spin" />
}
