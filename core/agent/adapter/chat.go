package adapter

const chat = `Slack
app.slack.com
Enter sends the message at once: use Shift+Enter for a new line.
A channel draws only what is near: search with in:, from:, after: instead of scrolling.
Replies stand in threads that open at the right; "Also send to" shows them to the whole channel.
@channel and @here wake many people: never without being told to.
The workspace is part of the address.

Discord
discord.com/channels
Enter sends at once; Shift+Enter makes a new line.
The search takes from:, in:, before:, has:link.
Channels draw only what is near.
Messages can be deleted, but others have seen them by then.

Microsoft Teams
teams.microsoft.com teams.live.com teams.cloud.microsoft
Enter sends at once in a chat; the format button opens an editor in which it does not.
Chats, teams and channels are different lists at the left.
Messages load as the list is scrolled upwards; the search is at the top.
The page needs some seconds before it takes any input.

WhatsApp Web
web.whatsapp.com
The page works only while the phone is linked; a code to scan is for the person: call help.
The search at the top left finds chats and messages.
Enter sends at once.
Check the name at the top of the chat before writing: lists move when messages come in.
Deleting for everyone is possible for a short time only.

Telegram Web
web.telegram.org
Two versions stand under /k/ and /a/ and look different.
Enter sends at once; Shift+Enter makes a new line.
Channels and chats of the same name exist: compare the user name.
A login needs the person's phone: call help.

Zoom
zoom.us *.zoom.us
Meeting links try to open a program; the page below has "Join from your browser".
Meetings, recordings and settings are in the portal's menu at the left.
Scheduling sends nothing by itself; invitations have to be copied or sent.
Times follow the zone in the profile.

Google Meet
meet.google.com
Camera and microphone start as they were left: switch them off before joining unless told otherwise.
"Ask to join" waits for the host.
Joining is seen by the others at once.
The code of the meeting is the address's last part.`
