/** What programs put on the clipboard, and what a page keeps of that: HTML, with pictures as `[words]`. */
export type Clipboard = { of: string; html?: string; text: string; keeps: string; lost?: string }

/** A dot, as a picture whose bytes are in the text itself. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const rtl = "dir=RTL style='text-align:right;direction:rtl;unicode-bidi:embed'"
const arabic = 'lang=AR-SA style=\'font-family:"Arial",sans-serif;mso-ascii-font-family:Calibri\''
const item = (of: string, sign: string, words: string) =>
  `<p class=MsoListParagraph dir=RTL style='margin-right:.5in;text-indent:-.25in;mso-list:${of}'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span dir=RTL></span><span
${arabic}>${words}<o:p></o:p></span></p>`

const word: Clipboard = {
  of: 'Word',
  html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/salma/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {mso-style-parent:""; font-family:"Calibri",sans-serif;}
@list l0:level1 {mso-level-number-format:bullet; mso-level-text:\\F0B7;} --></style></head>
<body lang=EN-US style='tab-interval:.5in;word-wrap:break-word'><!--StartFragment-->
<p class=MsoTitle ${rtl}><span ${arabic}>الحروق<o:p></o:p></span></p>
<h2 ${rtl}><span ${arabic}>ما العمل أوّلًا؟<o:p></o:p></span></h2>
<p class=MsoNormal ${rtl}><span ${arabic}>ماء <b>بارد</b> لمدّة </span><span dir=LTR></span><span
dir=LTR style='color:red'><span dir=LTR></span>20</span><span dir=RTL></span><span ${arabic}><span dir=RTL></span> دقيقة في
<i>عمّان</i><del cite="mailto:Salma" datetime="2026-01-02T10:00"> وبلا ثلج</del>.<span class=MsoCommentReference><span
style='font-size:8.0pt'><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[S1]</a></span></span><o:p></o:p></span></p>
${item('l0 level1 lfo1', '·', 'نزع الخواتم')}
${item('l0 level2 lfo1', 'o', 'قبل أن يتورّم الإصبع')}
${item('l0 level1 lfo1', '·', 'تغطية الحرق')}
<p class=MsoNormal ${rtl}><o:p>&nbsp;</o:p></p>
<p class=MsoQuote ${rtl}><span ${arabic}>من الأفضل الاتصال بطبيب.<o:p></o:p></span></p>
<!--EndFragment--></body></html>`,
  text: 'الحروق\r\nما العمل أوّلًا؟\r\n',
  keeps:
    '<h1>الحروق</h1><h2>ما العمل أوّلًا؟</h2><p>ماء <strong>بارد</strong> لمدّة 20 دقيقة في <strong>عمّان</strong>.</p><ul><li><p>نزع الخواتم</p><ul><li><p>قبل أن يتورّم الإصبع</p></li></ul></li><li><p>تغطية الحرق</p></li></ul><blockquote><p>من الأفضل الاتصال بطبيب.</p></blockquote>',
  lost: 'الألوان والخطوط',
}

const run = (words: string, style = '') =>
  `<span data-contrast="auto" xml:lang="EN-US" lang="EN-US" class="TextRun SCXW1 BCX8" style="font-size: 11pt; line-height: 18px; font-family: Calibri, sans-serif; ${style}"><span class="NormalTextRun SCXW1 BCX8">${words}</span></span>`
const end = '<span class="EOP SCXW1 BCX8" data-ccp-props="{&quot;201341983&quot;:0}">&nbsp;</span>'
const webItem = (level: number, words: string) =>
  `<div class="ListContainerWrapper SCXW1 BCX8"><ul class="BulletListStyle1 SCXW1 BCX8" role="list"><li data-leveltext="" data-font="Symbol" data-listid="1" data-aria-posinset="1" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr SCXW1 BCX8"><p class="Paragraph SCXW1 BCX8">${run(words)}${end}</p></li></ul></div>`

const wordOnline: Clipboard = {
  of: 'Word on the web',
  html: `<meta charset='utf-8'><div class="OutlineElement Ltr SCXW1 BCX8"><p class="Paragraph SCXW1 BCX8" role="heading" aria-level="1" xml:lang="EN-US">${run('Making tea', 'color: rgb(46, 116, 181);')}${end}</p></div><div class="OutlineElement Ltr SCXW1 BCX8"><p class="Paragraph SCXW1 BCX8">${run('Use ')}${run('fresh', 'font-weight: bold;')}${run(' water.')}${end}</p></div>${webItem(1, 'Fill the kettle')}${webItem(2, 'Not too full')}${webItem(1, 'Wait')}<div class="OutlineElement Ltr SCXW1 BCX8"><p class="Paragraph SCXW1 BCX8"><span class="WACImageContainer NoPadding SCXW1 BCX8" role="presentation"><img src="${DOT}" alt="A kettle on a stove" class="WACImage SCXW1 BCX8" style="width: 120px; height: 80px;"></span>${end}</p></div><div class="OutlineElement Ltr SCXW1 BCX8"><p class="Paragraph SCXW1 BCX8">${end}</p></div>`,
  text: 'Making tea \nUse fresh water. \n',
  keeps:
    '<h1>Making tea</h1><p>Use <strong>fresh</strong> water.</p><ul><li><p>Fill the kettle</p><ul><li><p>Not too full</p></li></ul></li><li><p>Wait</p></li></ul><p>[A kettle on a stove]</p>',
  lost: 'الألوان والخطوط',
}

const docs = (words: string, weight = 400) =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:${weight};font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">${words}</span>`
const docsItem = (words: string, level = 1) =>
  `<li dir="ltr" style="list-style-type:disc;font-size:11pt;color:#000000;white-space:pre;" aria-level="${level}"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;" role="presentation">${docs(words)}</p></li>`

const googleDocs: Clipboard = {
  of: 'Google Docs',
  html: `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5c1e"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;">${docs('Small cuts')}</h1><p dir="ltr" style="line-height:1.38;">${docs('Wash your ')}${docs('hands', 700)}${docs(' first. See ')}<a href="https://www.google.com/url?q=https://www.who.int/hands?utm_source%3Ddocs&amp;sa=D&amp;source=editors&amp;ust=17" style="text-decoration:none;">${docs('how')}</a>${docs('.')}</p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;">${docsItem('Water')}<ul style="margin-top:0;">${docsItem('Cool, not cold', 2)}</ul>${docsItem('Plaster')}</ul><br /><br /></b><br class="Apple-interchange-newline">`,
  text: 'Small cuts\nWash your hands first. See how.\n\nWater\nCool, not cold\nPlaster\n',
  keeps:
    '<h1>Small cuts</h1><p>Wash your <strong>hands</strong> first. See <a href="https://www.who.int/hands">how</a>.</p><ul><li><p>Water</p><ul><li><p>Cool, not cold</p></li></ul></li><li><p>Plaster</p></li></ul>',
  lost: 'الألوان والخطوط',
}

const libreOffice: Clipboard = {
  of: 'LibreOffice',
  html: `<!DOCTYPE html>
<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title>
<meta name="generator" content="LibreOffice 24.2.7.2 (Linux)"/>
<style type="text/css">@page { size: 21cm 29.7cm; margin: 2cm } p { line-height: 115%; margin-bottom: 0.25cm }</style></head>
<body lang="ar-SA" link="#000080" vlink="#800000" dir="rtl"><h1 class="western" dir="rtl" align="right"><font
face="Noto Sans Arabic"><font size="5" style="font-size: 18pt"><b>الماء
الساخن</b></font></font></h1>
<p dir="rtl" align="right" style="margin-bottom: 0cm"><font color="#c9211e"><font face="Noto Sans Arabic">يُبعد
الماء الساخن <b>عن الأطفال</b>.</font></font></p>
<p dir="rtl" align="right" style="margin-bottom: 0cm"><br/>
</p>
<ol dir="rtl"><li><p dir="rtl" align="right" style="margin-bottom: 0cm">إغلاق الموقد</p></li>
	<li><p dir="rtl" align="right" style="margin-bottom: 0cm">تبريد الحرق</p></li></ol>
</body></html>`,
  text: 'الماء الساخن\nيُبعد الماء الساخن عن الأطفال.\n',
  keeps:
    '<h1>الماء الساخن</h1><p>يُبعد الماء الساخن <strong>عن الأطفال</strong>.</p><ol><li><p>إغلاق الموقد</p></li><li><p>تبريد الحرق</p></li></ol>',
  lost: 'الألوان والخطوط',
}

const whatsApp: Clipboard = {
  of: 'WhatsApp Web',
  html: `<meta charset='utf-8'><span dir="rtl" class="_ao3e selectable-text copyable-text" style="color: rgb(17, 27, 33); font-family: &quot;Segoe UI&quot;, Helvetica, sans-serif; font-size: 14.2px; white-space-collapse: preserve;"><span>مرحبًا </span><img crossorigin="anonymous" src="data:image/gif;base64,R0lGODlhAQABAIAAAP///////yH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==" alt="👋🏽" draggable="false" class="b75 emoji wa _ao3e selectable-text copyable-text" data-plain-text="👋🏽" style="background-position: -40px -40px;"><span>
الدرس يوم </span><strong class="_ao3e selectable-text copyable-text" data-app-text-template="*\${appText}*">الأحد</strong><span>

إحضار دفتر</span></span>`,
  text: 'مرحبًا 👋🏽\nالدرس يوم *الأحد*\n\nإحضار دفتر',
  keeps: '<p>مرحبًا 👋🏽<br>الدرس يوم <strong>الأحد</strong></p><p>إحضار دفتر</p>',
  lost: 'الألوان والخطوط',
}

const news: Clipboard = {
  of: 'a news site',
  html: `<meta charset='utf-8'><article class="article" style="color: rgb(34, 34, 34); font-family: Greta, serif;"><h1 class="headline" style="font-size: 32px;">موجة حرّ تبدأ الخميس</h1><div class="share"><button type="button">مشاركة</button><a href="https://social.example/share?u=1"><svg viewBox="0 0 1 1"><path d="M0 0"/></svg></a></div><figure><picture><source srcset="https://news.example/heat.webp" type="image/webp"><img src="https://news.example/heat.jpg" alt="شارع تحت الشمس" width="780" height="440"></picture><figcaption>شارع في عمّان</figcaption></figure><p>تصل الحرارة إلى <strong>٤١ درجة</strong>، كما قالت <a href="https://news.example/weather?utm_source=home&amp;utm_medium=link">الأرصاد</a>.</p><div class="ad" id="ad-3"><iframe src="https://ads.example"></iframe></div><h2>نصائح</h2><ul><li>شرب الماء</li><li>البقاء في الظلّ</li></ul><blockquote><p>«لا تتركوا الأطفال في السيّارات.»</p></blockquote><img src="https://news.example/pixel.gif" width="1" height="1"></article>`,
  text: 'موجة حرّ تبدأ الخميس\n',
  keeps:
    '<h1>موجة حرّ تبدأ الخميس</h1><p>شارع في عمّان</p><p>تصل الحرارة إلى <strong>٤١ درجة</strong>، كما قالت <a href="https://news.example/weather">الأرصاد</a>.</p><h2>نصائح</h2><ul><li><p>شرب الماء</p></li><li><p>البقاء في الظلّ</p></li></ul><blockquote><p>«لا تتركوا الأطفال في السيّارات.»</p></blockquote>',
  lost: 'الصور والألوان والخطوط',
}

const pdf: Clipboard = {
  of: 'a PDF',
  text: 'First aid for burns\r\nCool the burn under running water for at least twenty min-\r\nutes, and do it as soon as you can: in the ﬁrst hours it still\r\nhelps. Take off rings and watches before the skin swells, be-\r\ncause later they cannot be taken off.\r\n• Do not use ice\r\n• Do not open blisters\r\n\r\nﺍﻟﻤﺎﺀ\r\n',
  keeps:
    '<p>First aid for burns</p><p>Cool the burn under running water for at least twenty minutes, and do it as soon as you can: in the first hours it still helps. Take off rings and watches before the skin swells, because later they cannot be taken off.</p><ul><li><p>Do not use ice</p></li><li><p>Do not open blisters</p></li></ul><p>الماء</p>',
}

const excel: Clipboard = {
  of: 'Excel',
  html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Excel.Sheet>
<style><!--table {mso-displayed-decimal-separator:"\\."; } td {padding-top:1px; color:black; font-size:11.0pt; font-family:Calibri, sans-serif;} --></style></head>
<body link="#0563C1" vlink="#954F72"><table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'>
<!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
 <tr height=20 style='height:15.0pt'>
  <td height=20 width=64 style='height:15.0pt;width:48pt'><b>Tea</b></td>
  <td width=64 style='width:48pt'>Minutes</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20 style='height:15.0pt'>Green</td>
  <td align=right>2</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20 style='height:15.0pt'>Black</td>
  <td align=right>4</td>
 </tr>
<!--EndFragment-->
</table></body></html>`,
  text: 'Tea\tMinutes\r\nGreen\t2\r\nBlack\t4\r\n',
  keeps: '<p><strong>Tea</strong>; Minutes<br>Green; 2<br>Black; 4</p>',
  lost: 'إطار الجداول',
}

const notes: Clipboard = {
  of: 'Notes on an iPhone',
  html: `<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head><body><div dir="rtl"><b><span style="font-size: 28px">قائمة السفر</span></b></div><div dir="rtl"><br></div><div dir="rtl">قبل الخروج:</div><ul class="Apple-dash-list" dir="rtl"><li>إغلاق الغاز</li><li>المفتاح عند <b>هبة</b></li></ul><div dir="rtl"><br></div><div dir="rtl">رقمها +962 79 123 456</div></body></html>`,
  text: 'قائمة السفر\n\nقبل الخروج:\n- إغلاق الغاز\n',
  keeps:
    '<p><strong>قائمة السفر</strong></p><p>قبل الخروج:</p><ul><li><p>إغلاق الغاز</p></li><li><p>المفتاح عند <strong>هبة</strong></p></li></ul><p>رقمها +962 79 123 456</p>',
}

const gmail: Clipboard = {
  of: 'Gmail',
  html: `<meta charset='utf-8'><div style="color: rgb(34, 34, 34); font-family: Arial, Helvetica, sans-serif; font-size: small;"><div dir="ltr">Dear all,<div><br></div><div>the course begins on <b>Sunday</b> <img data-emoji="🙂" class="an1" alt="🙂" aria-label="🙂" draggable="false" src="https://fonts.gstatic.com/s/e/notoemoji/16.0/1f642/32.png" loading="lazy">, see <a href="https://example.org/plan?id=7" target="_blank" data-saferedirecturl="https://www.google.com/url?q=https://example.org/plan?id%3D7&amp;source=gmail">the plan</a>.</div><div><br></div></div><blockquote class="gmail_quote" style="margin: 0px 0px 0px 0.8ex; border-left: 1px solid rgb(204, 204, 204); padding-left: 1ex;"><div dir="ltr">When do we begin?<br></div></blockquote><img src="https://mail.example/open.gif" alt="" width="1" height="1"></div>`,
  text: 'Dear all,\n\nthe course begins on *Sunday* 🙂, see the plan.\n\n',
  keeps:
    '<p>Dear all,</p><p>the course begins on <strong>Sunday</strong> 🙂, see <a href="https://example.org/plan?id=7">the plan</a>.</p><blockquote><p>When do we begin?</p></blockquote>',
  lost: 'الألوان والخطوط',
}

const wikipedia: Clipboard = {
  of: 'Wikipedia',
  html: `<meta charset='utf-8'><div class="mw-heading mw-heading2" style="font-family: sans-serif;"><h2 id="التاريخ" style="font-size: 1.5em;">التاريخ</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="https://ar.wikipedia.org/w/index.php?title=x&amp;action=edit">عدل</a><span class="mw-editsection-bracket">]</span></span></div><figure typeof="mw:File/Thumb"><a href="https://ar.wikipedia.org/wiki/x" class="mw-file-description"><img src="https://upload.wikimedia.org/x.jpg" width="250" height="180" alt="شاي"></a></figure><p><b>الشاي</b> شراب من <a href="https://ar.wikipedia.org/wiki/%D8%A7%D9%84%D8%B5%D9%8A%D9%86" title="الصين">الصين</a>.<sup id="cite_ref-1" class="reference"><a href="https://ar.wikipedia.org/wiki/x#cite_note-1">[1]</a></sup> يُشرب ساخنًا (<span lang="en" dir="ltr">tea</span>).</p><table class="infobox"><tbody><tr><th colspan="2">شاي</th></tr><tr><th>المنشأ</th><td>الصين</td></tr></tbody></table>`,
  text: 'التاريخ[عدل]\n',
  keeps:
    '<h2>التاريخ</h2><p><strong>الشاي</strong> شراب من <a href="https://ar.wikipedia.org/wiki/%D8%A7%D9%84%D8%B5%D9%8A%D9%86">الصين</a>. يُشرب ساخنًا (tea).</p><p>شاي<br>المنشأ؛ الصين</p>',
  lost: 'إطار الجداول والصور والألوان والخطوط',
}

const telegram: Clipboard = {
  of: 'Telegram',
  html: `<meta charset='utf-8'><div class="text-content clearfix with-meta" dir="auto" style="white-space: pre-wrap; word-break: break-word; font-size: 16px;">Lesson <strong data-entity-type="MessageEntityBold">two</strong> is ready <img src="https://web.telegram.org/a/img-apple-64/2705.png" class="emoji emoji-small" alt="✅" data-path="./img-apple-64/2705.png" draggable="false"><br>Open it here: <a href="https://example.org/two" title="https://example.org/two" target="_blank" rel="noopener noreferrer" class="text-entity-link" dir="auto" data-entity-type="MessageEntityTextUrl">lesson two</a><blockquote class="blockquote" data-entity-type="MessageEntityBlockquote">Take your time.</blockquote></div>`,
  text: 'Lesson two is ready ✅\nOpen it here: lesson two\nTake your time.',
  keeps:
    '<p>Lesson <strong>two</strong> is ready ✅<br>Open it here: <a href="https://example.org/two">lesson two</a></p><blockquote><p>Take your time.</p></blockquote>',
}

const wordOfPage: Clipboard = {
  of: 'a word of a page',
  html: `<meta charset='utf-8'><span style="font-size: 16px;">ساخن<span>&nbsp;</span></span>`,
  text: 'ساخن ',
  keeps: '<p>ساخن </p>',
}

const wordOfNotes: Clipboard = { of: 'a word of a text file', text: ' water', keeps: '<p> water</p>' }

export const clipboards: readonly Clipboard[] = [
  word,
  wordOnline,
  googleDocs,
  libreOffice,
  whatsApp,
  news,
  pdf,
  excel,
  notes,
  gmail,
  wikipedia,
  wordOfPage,
  wordOfNotes,
  telegram,
]
