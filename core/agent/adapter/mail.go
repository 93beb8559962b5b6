package adapter

const mail = `Gmail
mail.google.com
The search box takes operators: from:, to:, subject:, has:attachment, newer_than:7d, in:anywhere.
A conversation holds several messages; older ones are folded and open when they are pressed.
An address in a To field becomes a chip only after Enter or Tab; check that it did.
After Send there are some seconds in which Undo shows; the message has left when it is gone.
Drafts save by themselves; closing a compose window loses nothing.

Outlook on the web
outlook.live.com outlook.office.com outlook.office365.com outlook.cloud.microsoft
Focused and Other are two lists; mail that is missing is often in Other.
The search covers the folder that is shown first; its filter widens to all folders.
The list is drawn as it is scrolled: read it in parts, or search.
Names in To resolve to people of the organisation; check the address behind the name.
Delete moves to Deleted Items without asking; that folder can give it back.

Yahoo Mail
mail.yahoo.com
Advertisements stand between the messages and look like them; they are marked Ad.
The search has filters for sender, date and attachments once it has been opened.
Several messages are chosen with their boxes; the toolbar acts on all of them.
A message opens in a tab within the page; its close button is not the browser's.

Proton Mail
mail.proton.me
Pages need some seconds after loading to decrypt; wait for the list before reading.
The search sees subjects and addresses only, unless the person has switched on search of contents.
Messages stand in a frame of their own within the page.
Remote pictures are blocked; do not load them for reading.

Fastmail
app.fastmail.com
Single keys are shortcuts while no field has the focus; type only into a field.
The search takes from:, to:, in: and has:attachment.
Archive and delete act at once; Undo shows for some seconds.
Settings, calendar and contacts are reached from the menu at the top left.

Google Calendar
calendar.google.com
An empty slot that is pressed opens a short form; More options has guests, repeats and the time zone.
Saving an event with guests asks whether to send invitations: sending is seen by others.
A change of a repeated event asks: this event, this and following, or all.
Agenda view reads best; days of the week and month views cut long lists.
Check the calendar's time zone before writing times.`
