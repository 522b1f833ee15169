import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { getDemoCode } from '../../../../contract/sign-in/phone.ts'
import { callSignedOut } from '../../../api.ts'
import { toDigitsOf } from '../../../i18n/digits.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'
import { loadSettings } from '../../../settings/settings.ts'
import { Icon } from '../../../ui/icon.tsx'

/** Shows the code in the demo, which sends no SMS. */
export function DemoCode({ verificationId }: { verificationId: string }) {
  const t = useTranslations('login')
  const { language } = useLanguage()
  const [code, setCode] = useState('')
  useEffect(() => {
    let isCurrent = true
    setCode('')
    demoCode(verificationId).then(
      code => isCurrent && setCode(code),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [verificationId])
  if (code === '') return null
  return (
    <div className="note" role="status">
      <Icon name="info" />
      <p>
        {t('demoCode')} <b className="ltr">{toDigitsOf(language, code)}</b>
      </p>
    </div>
  )
}

async function demoCode(verificationId: string): Promise<string> {
  if (!(await loadSettings()).demo) return ''
  return (await callSignedOut(getDemoCode, { query: { verificationId } })).data.code
}
