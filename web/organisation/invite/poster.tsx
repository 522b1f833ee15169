import { useEffect, useState } from 'react'
import { languageCodes, languages } from '../../../contract/languages.ts'
import loaders from '../../i18n/text-parts.ts?loaders'
import type { Texts } from '../../i18n/texts.ts'
import { useOrganisation } from '../frame/use-organisation.ts'
import { QrCode } from './qr-code.tsx'

type Words = Texts['invite']['poster']

/** A page to print: who invites, the QR code, and words in every language. It shows on paper only. */
export function Poster({ link }: { link: string }) {
  const [words, setWords] = useState<Words[]>([])
  const { names, colour } = useOrganisation()
  useEffect(() => {
    void Promise.all(languageCodes.map(code => loaders[code].invite())).then(loaded =>
      setWords(loaded.flatMap(part => part.default.invite?.poster ?? [])),
    )
  }, [])
  return (
    <div className="poster" aria-hidden="true" style={{ borderColor: colour }}>
      {names.map(name => (
        <p key={name} className="poster-name" dir="auto" style={{ color: colour }}>
          {name}
        </p>
      ))}
      {words.map(({ title, scan }, index) => (
        <section key={title} lang={languageCodes[index]} dir={directionAt(index)}>
          <p className="poster-title">{title}</p>
          <p>{scan}</p>
        </section>
      ))}
      <QrCode link={link} label="" />
      <p className="poster-link" dir="ltr">
        {link}
      </p>
      {words.map(({ then }, index) => (
        <p key={then} lang={languageCodes[index]} dir={directionAt(index)}>
          {then}
        </p>
      ))}
    </div>
  )
}

function directionAt(index: number): 'rtl' | 'ltr' {
  return languages[languageCodes[index] ?? 'ar'].direction
}
