package adapter

const office = `Google Docs
docs.google.com/document
The text is drawn on a canvas: what the page shows may not be readable; the address with /export?format=txt gives the text.
Keys go to the document once its canvas was clicked; there is no field to type into.
Saving happens by itself; "Saved to Drive" shows at the top.
In suggesting mode typing leaves suggestions; look at the mode before editing.
Share and comments are seen by others.

Google Sheets
docs.google.com/spreadsheets
Cells are drawn on a canvas. The name box at the top left goes to a cell or range: type it and press Enter.
The formula bar shows the whole content of the chosen cell.
To read much, use the address with /export?format=csv&gid= and the sheet's number.
Typing into a chosen cell replaces it; F2 edits it; Escape leaves it as it was.
Edits are seen at once by everyone who has the sheet open; Control+Z takes them back.

Google Slides
docs.google.com/presentation
Slides are drawings; the address with /export/txt gives their text.
A text box needs a double click before keys go into it.
Page Down and Page Up go through the slides when the strip has the focus.
Speaker notes stand below the slide and are text.

Google Forms
docs.google.com/forms
Required questions have an asterisk; the first that is missing is shown in red after Next or Submit.
A form may have several pages, and Submit stands on the last one only.
Submit cannot be taken back unless the page offers to edit the response.
An address that is recorded shows at the top: the answers are not anonymous then.

Google Drive
drive.google.com
A single click chooses, a double click opens; files open in a new tab.
The search takes type:, owner:, before: and after:.
Lists load as they are scrolled.
Share gives access to others; "anyone with the link" makes a file public.
Remove moves to the bin, where it stays for 30 days.

Microsoft 365
office.com m365.cloud.microsoft
Documents open in an editor of their own, inside a frame that takes some seconds.
The search at the top finds files, people and mail of the organisation.
Work and personal accounts are different places: look at the account at the top right.
Saving happens by itself; the title shows it.

SharePoint and OneDrive
*.sharepoint.com onedrive.live.com
Files open in the browser; the menu with three points has Download and Share.
A share link may be for people of the organisation or for anyone: read which before copying.
The command bar changes with what is chosen.
Large lists load as they are scrolled; the filter at a column's head is quicker.

Dropbox
dropbox.com
A single click chooses, a double click opens.
Deleted files can be restored for 30 days from Deleted files.
Share and Copy link give access to others.
Offers to upgrade cover the page now and then; close them.`
