import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { mayEditsWait } from '../../editor/draft/on-device/edits-wait.ts'
import { Alert } from '../../ui/alert.tsx'
import { useUid } from '../../user/user.ts'

/** Sends the edits of a draft that wait on this device, before the draft of the server is used. */
export function useAllSent() {
  const t = useTranslations('orgCourses')
  const uid = useUid()
  const [isUnsent, setIsUnsent] = useState(false)

  /** Returns whether the server has everything now. */
  async function send(courseId: string): Promise<boolean> {
    setIsUnsent(false)
    if (!mayEditsWait()) return true
    const { sendDraft } = await import('../../editor/draft/use-draft.ts')
    const { isSent } = await sendDraft(uid, courseId)
    setIsUnsent(!isSent)
    return isSent
  }

  return { send, note: isUnsent && <Alert title={t('unsent')} /> }
}
